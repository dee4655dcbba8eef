/**
 * The tasks of an isolate, by name. A task's libraries are loaded when it first runs.
 * Invariant: the server imports only the names from here, never the code.
 */
import type { Task } from './work.ts';

export const tasks = {
  resizeImage: async (work) => (await import('../images/resize-image.ts')).resizeImage(work),
  tileImage: async (work) => (await import('../images/tile-image.ts')).tileImage(work),
  cropImage: async (work) => (await import('../images/crop-and-rotate-image.ts')).cropImage(work),
  rotateImage: async (work) => (await import('../images/crop-and-rotate-image.ts')).rotateImage(work),
  imageToPdf: async (work) => (await import('../images/image-to-pdf.ts')).imageToPdf(work),
  imageMetadata: async (work) => (await import('../images/image-metadata.ts')).imageMetadata(work),
  pdfPicture: async (work) => (await import('../pdf/pdf-picture.ts')).pdfPicture(work),
  pdfConcat: async (work) => (await import('../pdf/pdf-pages.ts')).pdfConcat(work),
  pdfExtract: async (work) => (await import('../pdf/pdf-pages.ts')).pdfExtract(work),
  pdfMetadata: async (work) => (await import('../pdf/pdf-picture.ts')).pdfMetadata(work),
  documentText: async (work) => (await import('../text/document-tasks.ts')).documentText(work),
  documentHtml: async (work) => (await import('../text/document-tasks.ts')).documentHtml(work),
  documentBareHtml: async (work) => (await import('../text/document-tasks.ts')).documentBareHtml(work),
  documentPdf: async (work) => (await import('../text/document-tasks.ts')).documentPdf(work),
  documentPicture: async (work) => (await import('../text/document-tasks.ts')).documentPicture(work),
  checkPackage: async (work) => (await import('../office/check-package.ts')).checkPackage(work),
  embeddedPicture: async (work) => (await import('../office/embedded-picture.ts')).embeddedPicture(work),
} satisfies Record<string, Task>;

export type TaskName = keyof typeof tasks;

export function isTaskName(name: string): name is TaskName {
  return Object.hasOwn(tasks, name);
}
