import { foldText } from '#contract/folded-text.ts'

/** What is done, folded: a specialty without such a word names what a patient has. The first may stand inside of a word. */
const treatmentParts = /terapi|(?:psico|fonoaudio|neuro|cardio|kinesio)log/
const treatmentBeginnings =
  /(?:^|[\s-])(?:logoped|traumatolog|psiquiatr|osteopat|quiropra|nutri|aliment|masaj|drenaje|reiki|radiestes|acupunt|medicina|flores de bach|mindful|meditac|relajac|coach|orientac|armonizac|rehabilit|neurorrehab|neurorehab|reeducac|integracion|estimulac|ejercicio|gimnasia|yoga|pilates|evaluac|sesion|consulta|control|taller|manejo|acompanam)/
const people = /^(?:adult|ninos|ninas|ninez|adolescen|parejas?$|familias?$|embaraz|bebes?$|deportistas?$)/

/** «Ofrece Fisioterapia», «Trata Dolor de espalda», «Atiende Adultos mayores»: what a centre says of its specialty. */
export function specialtyReason(name: string): string {
  const folded = foldText(name)
  if (people.test(folded)) return `Atiende ${name}`
  const isTreatment = treatmentParts.test(folded) || treatmentBeginnings.test(folded)
  return `${isTreatment ? 'Ofrece' : 'Trata'} ${name}`
}

export const serviceReason = (name: string) => `Ofrece ${name}`
