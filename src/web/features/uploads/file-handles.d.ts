/** What Chromium has of the File System Access interface beyond the standard's own: files that outlive a reload. */

interface DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

interface FileSystemHandle {
  requestPermission?(wish: { readonly mode: 'read' }): Promise<PermissionState>;
}
