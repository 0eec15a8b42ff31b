import { foldText } from '#contract/folded-text.ts'

/** Beginnings of words, folded, of what is done; a specialty without one of them names what a patient has. */
const treatments =
  /(?:^|[\s-])(?:\p{L}*terapi|\p{L}*(?:psico|fonoaudio|neuro|cardio|kinesio)log|logoped|traumatolog|psiquiatr|osteopat|quiropra|nutri|aliment|masaj|drenaje|reiki|radiestes|acupunt|medicina|flores de bach|mindful|meditac|relajac|coach|orientac|armonizac|rehabilit|neurorrehab|neurorehab|reeducac|integracion|estimulac|ejercicio|gimnasia|yoga|pilates|evaluac|sesion|consulta|control|taller|manejo|acompanam)/u
const people = /^(?:adult|ninos|ninas|ninez|adolescen|parejas?$|familias?$|embaraz|bebes?$|deportistas?$)/

/** «Ofrece Fisioterapia», «Trata Dolor de espalda», «Atiende Adultos mayores»: what a centre says of its specialty. */
export function specialtyReason(name: string): string {
  const folded = foldText(name)
  if (people.test(folded)) return `Atiende ${name}`
  return `${treatments.test(folded) ? 'Ofrece' : 'Trata'} ${name}`
}

export const serviceReason = (name: string) => `Ofrece ${name}`
