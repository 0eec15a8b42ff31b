import fc from 'fast-check'

/** What programs add to a text that is copied from them. */
const marks = [
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202c',
  '\u2066',
  '\u2069',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u061c',
]
const hyphens = ['-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2212', '\uff0d']
const spaces = [' ', '\u00a0', '\u202f', '\u2007', '\u2009', '\u3000']
/** The text in the wide forms of East Asian keyboards. */
export const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (char) => String.fromCodePoint(char.charCodeAt(0) + 0xfee0))

/** The text with marks between its characters, and with other hyphens and spaces. */
export const pasted = (text: string) =>
  fc
    .array(
      fc.record({
        mark: fc.constantFrom('', ...marks),
        hyphen: fc.constantFrom(...hyphens),
        space: fc.constantFrom(...spaces),
      }),
      {
        minLength: text.length,
        maxLength: text.length,
      },
    )
    .map((changes) =>
      [...text]
        .map((char, at) => {
          const { mark, hyphen, space } = changes[at] ?? { mark: '', hyphen: '-', space: ' ' }
          return mark + (char === '-' ? hyphen : char === ' ' ? space : char)
        })
        .join(''),
    )
