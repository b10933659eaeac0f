/** Abbreviations that are written in capitals, in lower case. None of them is a word, too: "led" and "us" may be. */
export const acronyms: ReadonlySet<string> = new Set(
  `api cpc cpu csv dna doi ean eur gpu gps gtin hiv html id ipc isbn issn json lcd lte mri nfc oled orcid pcr pdf rfid rna sku sql
  tv uav uri url usb usd vat wlan xml`.split(/\s+/),
);
