import type { LegalSection } from './legal-text.ts';
import { privacyText } from './privacy-text.ts';
import { termsText } from './terms-text.ts';

/** A legal page without the parts that differ between installations. */
export interface LegalText {
  title: string;
  sections: readonly LegalSection[];
}

/** The legal pages by their paths. They are long: only these pages load them. */
export const legalTexts: Readonly<Record<string, LegalText>> = {
  '/terms': { title: 'Terms of service', sections: termsText },
  '/privacy': { title: 'Privacy policy', sections: privacyText },
};
