/** A text as searches compare it: regardless of case, and of how its accents are composed. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase();
