import { questionHours } from '#contract/question-limits.ts'
import { serverNow } from '#web/platform/server-time.ts'

const storageKey = 'senda.questions'
const keptMs = questionHours * 3_600_000
const kept = 20

type OwnQuestion = { id: string; at: number }

/** Lets the link of the question's mail send it without a further press, in the browser in which it was written. */
export function keepOwnQuestion(id: string): void {
  try {
    const others = listOwnQuestions().filter((question) => question.id !== id)
    localStorage.setItem(storageKey, JSON.stringify([...others, { id, at: serverNow() }].slice(-kept)))
  } catch {
    // A browser that denies storage asks for the press.
  }
}

export function isOwnQuestion(id: string): boolean {
  return listOwnQuestions().some((question) => question.id === id)
}

function listOwnQuestions(): OwnQuestion[] {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '[]') as OwnQuestion[]
    return stored.filter(({ at }) => Math.abs(serverNow() - at) < keptMs)
  } catch {
    return []
  }
}
