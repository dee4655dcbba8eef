/** Records: creating them, retention and legal holds on the document's page, and the server's refusals. */
import { expect, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';

test.describe('a retention that would become shorter', () => {
  test.use({ expectedErrors: [[/status of 400/], { scope: 'test' }] });

  test('is refused in words; holds come and go', { tag: '@own-server' }, async ({
    app,
    seed,
    workspace,
    checkAccessibility,
  }) => {
    const id = await seed.document(workspace.path, 'File', 'deed', { 'dc:title': 'Deed' });
    const page = await new DocumentPage(app).open(id, 'details');
    await page.panel.getByRole('button', { name: 'Keep…' }).click();
    const dialog = app.getByRole('dialog', { name: 'Keep this document' });
    await expect(dialog).toContainText('cannot be taken back');
    await checkAccessibility();
    await dialog.getByRole('button', { name: 'Make it a record' }).click();
    await expect(dialog).toContainText('This document is a record.');

    await dialog.getByRole('textbox', { name: 'Keep until' }).fill('31/12/2099');
    await dialog.getByRole('button', { name: 'Keep until this day' }).click();
    await expect(dialog).toContainText('It is kept until');
    await dialog.getByRole('textbox', { name: 'Keep until' }).fill('31/12/2098');
    await dialog.getByRole('button', { name: 'Keep until this day' }).click();
    await expect(dialog.getByRole('alert')).toContainText('A retention cannot become shorter');

    await dialog.getByRole('textbox', { name: 'Reason for a legal hold' }).fill('Lawsuit');
    await dialog.getByRole('button', { name: 'Put under legal hold' }).click();
    await expect(dialog.getByRole('button', { name: 'Lift the legal hold' })).toBeVisible();
    await checkAccessibility();
    await dialog.getByRole('button', { name: 'Lift the legal hold' }).click();
    await expect(dialog.getByRole('button', { name: 'Put under legal hold' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.panel).toContainText('Keep until');
  });
});
