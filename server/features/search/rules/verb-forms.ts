/**
 * Everyday verbs in their forms, folded: «precisaría», «llevarlo», «que me vea», «quisiéramos», «mandame». They say nothing of a
 * need. Stems and endings follow the conjugation of «tú» and «vos» in the «Nueva gramática de la lengua española» (RAE and ASALE,
 * 2009), used as facts. Verbs of a need («dormir», «correr», «llorar») aren't listed, nor stems whose forms are surnames («Salas»).
 */
const ofAr = `necesit precis busc busqu llev ayud acompan recomend consult trat contact reserv agend anot averigu intent prob prueb us
  cobr pag pagu lleg llegu qued dej llam pregunt esper orient mand deriv encontr encuentr ubic aconsej cont empez empiec empec comenz
  comienc comenc termin acab cambi manej trabaj levant prepar organiz solicit pas mostr muestr ensen explic expliqu
  indic indiqu coment avis mejor aguant soport trasl traslad acerc acerqu visit entr prest import interes gust encant molest guard
  compr gast sac saqu evit logr mir gan apoy escuch cuid jug llen extra arregl aclar
  limpi confirm cancel revis diagnostic diagnostiqu pens piens imagin record recuerd olvid encarg`

const ofErIr = `atend atiend pod pued quer quier ten teng tien veng vien hac hag sab sep conoc conozc ofrec ofrezc deb entend
  entiend aprend parec parezc volv vuelv pong salg recib pid ped sig segu sirv serv decid permit cubr consig consegu suced ocurr
  escrib compart eleg elig elij prefer prefier suger sugier sent sient traig tra dig teng crec crezc pierd perd vend met romp
  respond resolv resuelv devolv devuelv asist exist insist compet compit repet repit mejorc agradec agradezc`

/** Stems of the irregular future and conditional, and of the irregular past. */
const ofFuture = 'podr querr tendr vendr har sabr pondr saldr habr dir cabr valdr'
const ofPast = 'pud quis tuv vin hic sup pus dij traj estuv anduv hub condujer'

const endingsOfAr = `o as a amos ais an e es emos en aba abas abamos aban aste aron are aras ara aremos aran aria arias ariamos
  arian aramos ase ases asen ar ando ado ada ados adas`
const endingsOfErIr = `o es e emos imos en is a as amos an ia ias iamos ian i iste io ieron ere eras era eremos eran eria erias
  eriamos erian ire iras ira iremos iran iria irias iriamos irian iera ieras ieramos ieran iese ieses iesen er ir iendo yendo ido
  ida idos idas`
const endingsOfFuture = 'e as a emos an ia ias iamos ian'
const endingsOfPast = 'e iste o imos ieron eron iera ieras ieramos ieran era eras eran iese ieses iesen'

const listed = (text: string) => new Set(text.trim().split(/\s+/))
const classes = [
  [ofAr, endingsOfAr],
  [ofErIr, endingsOfErIr],
  [ofFuture, endingsOfFuture],
  [ofPast, endingsOfPast],
].map(([stems = '', endings = '']) => ({ stems: listed(stems), endings: listed(endings) }))

const longestEnding = 7
const longestWord = 25

const clitics = /(?:[mts]e|nos|l[aeo]s?)$/
/** Of any verb: an infinitive or a gerund with a pronoun at its end. «Carlos» has no vowel before «ar». */
const endWithPronoun = /(?:[aei]r|ando|iendo|yendo)(?:[mts]e|nos)?(?:l[aeo]s?|[mts]e|nos)$/
const stemOfVerb = /[aeiou][a-z]/

function hasPronoun(word: string): boolean {
  const end = endWithPronoun.exec(word)
  return end !== null && stemOfVerb.test(word.slice(0, end.index))
}

/** Before a pronoun only: an imperative, «mandame», «digan» of «díganme». */
const imperative = /(?:[aei]|[ae]n|[aei]mos?)$/

/** Whether a folded word is a form of an everyday verb. It reads a few letters from the end of the word. */
export function isVerbForm(word: string): boolean {
  if (word.length > longestWord || word.length < 4) return false
  if (isPlainForm(word) || hasPronoun(word)) return true
  const first = word.replace(clitics, '')
  if (first === word) return false
  const second = first.replace(clitics, '')
  return [first, second].some((bare) => bare.length > 2 && imperative.test(bare) && isPlainForm(bare))
}

function isPlainForm(word: string): boolean {
  for (let length = 1; length <= Math.min(longestEnding, word.length - 2); length++) {
    const [stem, ending] = [word.slice(0, -length), word.slice(-length)]
    if (classes.some(({ stems, endings }) => endings.has(ending) && stems.has(stem))) return true
  }
  return false
}
