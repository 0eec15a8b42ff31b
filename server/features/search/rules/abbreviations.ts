import { foldText } from '#contract/folded-text.ts'

/**
 * Every profession of Senda as people shorten it, and what people shorten when they chat. Beginnings of four letters and more are
 * recognized without being listed («osteo», «nutri»), and so is one of three letters alone («fis»).
 */
const professions = `psq|psqs|psqtra|psqtr|psiq|psiqu|siqui=psiquiatra
psc|pscl|pscol|pscologa|pscologo|psclga|psclgo|psicot|sico|sicol=psicólogo
ft|fst|fisi|fisiot|fsio|ftera=fisioterapia
kin|kns|klgo|klga|kgo|kga|kinesi|qinesio|quine|quinesio=kinesiología
nut|ntr|nutr|ntri|nutric=nutrición
fga|fgo|flga|flgo|fnd|fonoau|fonoaud=fonoaudiología
ost|osteop=osteopatía
qro|quir|quirop=quiropráctico
msj|msjs|masj|masot=masajes
acup|acupun|acp=acupuntura
rki=reiki
mindf=mindfulness
psm=psicomotricista
psp|psicop=psicopedagoga`

const chat = `toy=estoy|tas=estás|pal=para el|pa=para|x=por|d=de|dl=del|ls=las|kiero|qiero|kero=quiero|kerer=querer|ke|k=que|xq|pq|porq=porque
tmb|tb|tmbn=también|dsd=desde|hsta=hasta|tngo|tng=tengo|ncsito|necsito|nesesito=necesito|bno=bueno|aki=aquí|cerk|serca=cerca
grtis|grats=gratis|wpp|wsp|wasap|wapp|wp|whats=whatsapp|vc=videollamada|mnn|mnna=mañana|fds=fin de semana|c/=con|s/=sin
mvd|mvdeo|mdeo|mdvo|montevideu=Montevideo|pde=Punta del Este|adolescnt|adolescnts|adolecentes|adolecente=adolescentes
domi|domic=domicilio|ansied|ansieda=ansiedad|depre=depresión|gim|gym=gimnasio|fulbo=fútbol|compu|celu|cel=celular`

const read = (text: string) =>
  new Map(
    text.split(/[|\n]/).reduceRight<[string, string][]>((pairs, part) => {
      const [short = '', full = pairs.at(-1)?.[1] ?? ''] = part.split('=')
      pairs.push([short, full])
      return pairs
    }, []),
  )

const fullWords = new Map([...read(chat), ...read(professions)])

/** «tera ocup», «ter. ocupacional»: two words, each a beginning. */
const occupational =
  /\bt(?:er|era|erap|erapi|erapia|erapista|pia)[.\s]{1,3}oc(?:u|up[a-z]{0,8})?\b\.?|\bt\.\s?o\.?(?=\s|$)/giu

/** A text with its abbreviations in full; its other letters stay as typed. */
export const inFull = (typed: string): string =>
  typed.replaceAll(occupational, 'terapia ocupacional').replaceAll(/[\p{L}\p{M}]{1,12}\/?/gu, (word) => {
    const key = foldText(word)
    return fullWords.get(key) ?? fullWords.get(key.replace('/', '')) ?? word
  })
