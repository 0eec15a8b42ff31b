/** Beginnings of words that name an illness, a treatment or a condition, without accents. */
const beginnings = [
  'adiccion',
  'alcoholism',
  'anorexi',
  'ansiedad',
  'autis',
  'bipolar',
  'bulimi',
  'cancer',
  'cirugia',
  'colon irritable',
  'convulsion',
  'dependencia',
  'depresi',
  'diabet',
  'diagnostic',
  'discapacidad',
  'embaraz',
  'epilep',
  'esquizofren',
  'fibromialgi',
  'hepatitis',
  'hernia',
  'hipertension',
  'infertil',
  'ludopati',
  'medicacion',
  'menopausi',
  'obesi',
  'operacion',
  'panico',
  'parkinson',
  'psicofarmac',
  'psiquiatr',
  'quimioterapi',
  'suicid',
  'tdah',
  'trastorno',
  'trauma',
  'tumor',
  'vih',
]

/** The words of a text that may reveal something about its author's health, as they were written; at most five. */
export function healthWordsIn(text: string): string[] {
  const written = text.normalize('NFC')
  // Each letter without its accent, so that positions stay the same.
  const plain = [...written.toLocaleLowerCase('es')].map((letter) => letter.normalize('NFD').charAt(0)).join('')
  const found = [...plain.matchAll(/[a-z]+/g)].flatMap(({ index }) => {
    const beginning = beginnings.find((each) => plain.startsWith(each, index))
    if (beginning === undefined) return []
    const [ending = ''] = /^[a-z]*/.exec(plain.slice(index + beginning.length)) ?? []
    return [written.slice(index, index + beginning.length + ending.length)]
  })
  return [...new Set(found)].slice(0, 5)
}
