/** A card as it is typed. It stays in the form, and goes to the gateway alone. */
export type TypedCard = { name: string; number: string; expiry: string; cvv: string }
export type CardField = keyof TypedCard

export const emptyCard: TypedCard = { name: '', number: '', expiry: '', cvv: '' }

const digitsOf = (text: string, max: number) => text.replaceAll(/\D/g, '').slice(0, max)

/** What the field shows for a typed text: groups of four, MM/AA, digits. */
export const formatCard: Record<CardField, (text: string) => string> = {
  name: (text) => text.slice(0, 100),
  number: (text) =>
    digitsOf(text, 16)
      .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
      .slice(0, 19),
  expiry: (text) => digitsOf(text, 4).replace(/^(\d{2})(?=\d)/, '$1/'),
  cvv: (text) => digitsOf(text, 4),
}

/** Whether every field has what it needs; the gateway judges whether the card is right. */
export function isCardComplete({ name, number, expiry, cvv }: TypedCard): boolean {
  return name.trim() !== '' && number.length >= 14 && expiry.length === 5 && cvv.length >= 3
}
