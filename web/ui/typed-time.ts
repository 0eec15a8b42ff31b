/** `9`, `930`, `9.30`, `9h30` as `09:30`; any other text stays as typed. */
export function typedTime(text: string): string {
  // A pasted time may have invisible marks and digits of full width.
  const typed = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:\s{0,3}[:.,h\s]\s{0,3}(\d{2}))?\s{0,3}(?:h|hs|hrs)?\.?$/.exec(
    typed,
  ) ??
    /^(\d{1,2})(\d{2})$/.exec(typed) ?? [undefined]
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return typed
  return `${hours.padStart(2, '0')}:${minutes}`
}
