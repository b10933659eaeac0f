import type { Customer, Invoice } from './objects.ts';

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** The PDF of an invoice: one page. */
export async function invoicePdf(invoice: Invoice, customer: Customer): Promise<Buffer> {
  // Loaded on demand: it takes half a second, and few invoices are opened.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ info: { Title: `Invoice ${invoice.id}` } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => {
    document.on('end', () => resolve(Buffer.concat(chunks)));
  });
  document.fontSize(20).text(`Invoice ${invoice.id}`).fontSize(11).moveDown();
  document.text(`Date: ${dateOf(invoice.created)}`);
  document.text(`Bill to: ${customer.name ?? customer.email ?? ''}`).moveDown();
  for (const { description, period, amount } of invoice.lines.data) {
    document.text(
      `${description}, ${dateOf(period.start)} to ${dateOf(period.end)}: ${dollars(amount)}`,
    );
  }
  document.moveDown().text(`Total: ${dollars(invoice.total)}`);
  document
    .text(`Amount due: ${dollars(invoice.status === 'paid' ? 0 : invoice.amount_due)}`)
    .text(`Status: ${invoice.status}`);
  document.end();
  return await done;
}
