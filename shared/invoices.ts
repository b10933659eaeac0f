/** An invoice as customers get it. `created` is in seconds since 1970, `total` in cents. */
export interface Invoice {
  id: string;
  created: number;
  total: number;
  paid: boolean;
  /** Address of the PDF; absent while the invoice is a draft. */
  invoice_pdf?: string | null;
}

/** At so many invoices the page says whom to ask for more. */
const invoicesWithNote = 10;

/** The invoices to show, newest first: those over nothing are hidden. */
export function invoicesView<T extends Pick<Invoice, 'id' | 'created' | 'total'>>(
  invoices: readonly T[],
): { shown: T[]; asksForMore: boolean } {
  const shown = invoices
    .filter(({ total }) => total !== 0)
    .sort((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
  return { shown, asksForMore: shown.length === invoicesWithNote };
}

export const invoiceStatus = ({ paid }: Pick<Invoice, 'paid'>) => (paid ? 'Paid' : 'Unpaid');
