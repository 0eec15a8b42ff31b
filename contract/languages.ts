// Without schemas: the first scripts of pages import this file.

/**
 * The languages that a search can ask for; Spanish is assumed. A centre types its languages as text: it speaks those of which a
 * word, folded, begins like one of `typed`. The database's language_keys() has the same list.
 */
type Language = { label: string; typed: readonly string[] }

export const languages = {
  english: { label: 'Inglés', typed: ['ingles', 'english'] },
  portuguese: { label: 'Portugués', typed: ['portugues', 'portunol'] },
  french: { label: 'Francés', typed: ['frances', 'francais'] },
  italian: { label: 'Italiano', typed: ['italian'] },
  german: { label: 'Alemán', typed: ['aleman', 'deutsch'] },
  signs: { label: 'Lengua de señas uruguaya', typed: ['senas', 'lsu'] },
} as const satisfies Record<string, Language>

export type LanguageKey = keyof typeof languages
export const languageKeys = Object.keys(languages) as [LanguageKey, ...LanguageKey[]]
