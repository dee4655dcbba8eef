/** Types of Chromium's File System Access interface that are not in the standard: handles that outlive a reload. */

interface DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

interface FileSystemHandle {
  requestPermission?(wish: { readonly mode: 'read' }): Promise<PermissionState>;
}
