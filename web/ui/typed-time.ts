/** `9`, `930`, `9.30`, `9h30`, `9:30 a. m.` as `09:30`; any other text stays as typed. */
export function typedTime(text: string): string {
  // A pasted time may have invisible marks, digits of full width and spaces without a line break.
  const typed = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
  const [, beforeHalf, half] = /^(.{1,12}?)\s{0,3}([ap])\.?\s{0,3}m\.?$/.exec(typed) ?? []
  const [, hours = '', minutes = '00'] = readClock(beforeHalf ?? typed) ?? []
  const hour = hourOfDay(hours, half)
  if (hour === undefined || hour > 23 || Number(minutes) > 59) return typed
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

function readClock(text: string): RegExpExecArray | null {
  return (
    /^(\d{1,2})(?:\s{0,3}[:.,h\s]\s{0,3}(\d{2}))?\s{0,3}(?:h|hs|hrs)?\.?$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text)
  )
}

/** `half`: `a` before noon, `p` after it; undefined for an hour of the whole day. */
function hourOfDay(hours: string, half: string | undefined): number | undefined {
  if (hours === '') return undefined
  const hour = Number(hours)
  if (half === undefined) return hour
  if (half === 'p') return hour < 12 ? hour + 12 : hour
  return hour > 12 ? undefined : hour % 12
}
