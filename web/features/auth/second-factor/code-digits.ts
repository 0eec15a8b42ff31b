/** A typed or pasted code of six digits: "123 456" and "123-456" are 123456. */
export function codeDigits(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\D/g, '').slice(0, 6)
}

export function isWholeCode(code: string): boolean {
  return code.length === 6
}
