/**
 * English and Portuguese words and phrases of a need, and the Spanish ones that the search reads. Sources, as facts: DeCS, the
 * trilingual health descriptors of BIREME/PAHO (decs.bvsalud.org), for conditions and professions; common speech for the rest.
 * Only words that mean nothing else in Spanish are listed; «dor» or «back» are no words of it.
 */
const english = `psychologist=psicólogo|psychologists=psicólogo|psychology=psicología|psychiatrist=psiquiatra|counselor=psicólogo|
  psychotherapy=psicoterapia|couples therapy=terapia de pareja|couple therapy=terapia de pareja|couples counseling=terapia de pareja|marriage counseling=terapia de pareja|counseling=psicólogo|couples=pareja|sciatica=ciática|treatment= |therapist=psicólogo|therapy=terapia psicológica|
  physical therapist=fisioterapeuta|physical therapy=fisioterapia|physiotherapist=fisioterapeuta|physiotherapy=fisioterapia|physio=fisio|
  chiropractor=quiropráctico|osteopath=osteópata|massage=masaje|massages=masajes|deep tissue=descontracturante|acupuncture=acupuntura|nutritionist=nutricionista|
  dietitian=nutricionista|speech therapist=fonoaudióloga|speech therapy=fonoaudiología|speech pathologist=fonoaudióloga|
  occupational therapist=terapista ocupacional|occupational therapy=terapia ocupacional|dentist=dentista|pediatrician=pediatra|
  doctor near me=médico cerca|back pain=dolor de espalda|lower back=lumbar|neck pain=dolor de cuello|knee pain=dolor de rodilla|shoulder pain=dolor de hombro|
  my back hurts=me duele la espalda|my neck hurts=me duele el cuello|my knee hurts=me duele la rodilla|back=espalda|neck=cuello|knee=rodilla|shoulder=hombro|ankle=tobillo|hip=cadera|headache=dolor de cabeza|
  migraine=migraña|anxiety=ansiedad|anxious=ansioso|depression=depresión|depressed=deprimido|stress=estrés|grief=duelo|insomnia=insomnio|panic attacks=ataques de pánico|
  sprained=esguince|sprain=esguince|injury=lesión|weight loss=bajar de peso|lose weight=bajar de peso|pregnant=embarazada|pregnancy=embarazo|pelvic floor=piso pélvico|
  autism=autismo|stutter=tartamudez|stuttering=tartamudez|dyslexia=dislexia|eating disorder=trastorno alimentario|addiction=adicción|
  kids=niños|children=niños|child=niño|my son=mi hijo|my daughter=mi hija|teenager=adolescente|teenagers=adolescentes|teen=adolescente|elderly=adulto mayor|
  near me=cerca|nearby=cerca|near=cerca de|today=hoy|tomorrow=mañana|tonight=esta noche|weekend=fin de semana|evening=de noche|morning=por la mañana|afternoon=por la tarde|
  at home=a domicilio|home visit=a domicilio|cheap=barato|affordable=económico|cheapest=más barato|
  english speaking=en inglés|speaks english=en inglés|speak english=en inglés|in english=en inglés|english=en inglés|who speaks= |that speaks= |i need= |i am= |i'm= |looking for= |i have=tengo|my= |the= |for= |with= |and= |or= |in=en|who= |an= |is= |do you= |i want= |need= |some= |please= |hello= |hi= |of= |to= |appointment=turno|relaxing=relajante|spanish= |spoken= |speaking= |how much is= |how much does it cost=cuánto sale|how much=cuánto|does= |cost= |session=sesión|can= |you= |want= |where= |good=buen|best=buen|a= |open= |at= |from= |been= |since= |really= |sleep=dormir|can't sleep=insomnio|cant sleep=insomnio|hurts=dolor|pain=dolor|pulled=contractura|muscle=muscular|someone= |help= |me= `

const portuguese = `dor nas costas=dolor de espalda|dor de costas=dolor de espalda|dores nas costas=dolor de espalda|costas=espalda|coluna=columna|dor no joelho=dolor de rodilla|joelho=rodilla|
  dor no pescoco=dolor de cuello|pescoco=cuello|dor no ombro=dolor de hombro|ombro=hombro|tornozelo=tobillo|quadril=cadera|dor de cabeca=dolor de cabeza|enxaqueca=migraña|dor=dolor|dores=dolores|
  psicologo=psicólogo|fisioterapeuta=fisioterapeuta|massagem=masaje|massagens=masajes|massagista=masajista|relaxante=relajante|drenagem linfatica=drenaje linfático|drenagem=drenaje|do= |da= |dos= |das= |fonoaudiologo=fonoaudiólogo|
  ansiedade=ansiedad|depressao=depresión|tristeza=triste|luto=duelo|insonia=insomnio|estresse=estrés|vicio=adicción|gravida=embarazada|gravidez=embarazo|assoalho pelvico=piso pélvico|
  emagrecer=adelgazar|perder peso=bajar de peso|crianca=niño|criancas=niños|meu filho=mi hijo|minha filha=mi hija|adolescentes=adolescentes|idoso=adulto mayor|idosa=adulto mayor|
  terapia de casal=terapia de pareja|casal=pareja|dentista=dentista|medico=médico|machuquei=lesión|torci o pe=esguince|torci=esguince|
  perto de mim=cerca|perto daqui=cerca|perto=cerca de|hoje=hoy|amanha=mañana|fim de semana=fin de semana|a noite=de noche|de manha=por la mañana|a tarde=por la tarde|
  em casa=a domicilio|barata=barata|barato=barato|em portugues=en portugués|fala portugues=en portugués|falem portugues=en portugués|fale portugues=en portugués|portugues=en portugués|
  preciso de=necesito|preciso=necesito|procuro=busco|gostaria=quiero|quero=quiero|estou com=tengo|tenho=tengo|estou=estoy|minha=mi|meu=mi|nao=no|um= |uma= |que fale= |que fala= |no= |na= |em=en|e= |torci o tornozelo=esguince tobillo|correndo=corriendo|em espanhol= |espanhol= |na rambla=por la rambla|na praia=por la playa|na rua=por la calle|travei a coluna=columna trancada|travei=trancado|travada=trancada|quanto custa=cuánto sale|quanto=cuánto|custa= |sessao=sesión|alguem=alguien|atenda= |atende= |que atenda= |o= |a= |os= |as= |de= |preciso marcar= |marcar= |consulta=consulta|urgente=urgente|estou gravida=embarazada|filho=hijo|filha=hija|fala=habla|tem= |onde= |tambem= |muito= |quiropraxista=quiropráctico|quiropraxia=quiropráctico|nutricionista=nutricionista|joelhos=rodilla|perna=pierna|pernas=piernas|coracao=corazón|dormir=dormir|com= |voce= |obrigado= |obrigada= |ola= |bom dia= |para= `

const read = (text: string) =>
  new Map(
    text
      .replaceAll(/\n\s*/g, '')
      .split('|')
      .map((pair): [string, string] => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      }),
  )

/** Words by which a text shows its language. Without one, nothing is translated: «no», «e» and «in» are in many texts. */
const languages = [
  {
    phrases: read(english),
    marks: new Set(
      `i i'm need looking for the my near with who that speaks speak english back pain therapist therapy psychologist psychologists
      psychiatrist counselor physiotherapist physiotherapy physical massage massages sciatica counseling chiropractor acupuncture nutritionist dietitian dentist
      pediatrician anxiety anxious depression depressed migraine headache knee neck shoulder kids children child teenager today
      tomorrow cheap affordable hurts psychology psychotherapy speech occupational autism stuttering dyslexia physio how much session sleep hurts muscle pain relaxing`.split(
        /\s+/,
      ),
    ),
  },
  {
    phrases: read(portuguese),
    marks: new Set(
      `procuro gostaria quero estou tenho minha meu nao uma dor dores costas joelho pescoco ombro tornozelo enxaqueca massagem drenagem relaxante
      massagista ansiedade depressao luto insonia estresse gravida gravidez emagrecer crianca criancas idoso perto hoje amanha
      portugues fale fala com voce obrigado obrigada casal coluna quadril machuquei travei travada torci correndo quanto custa sessao alguem atenda quiropraxista joelhos perna pernas filho filha onde espanhol`.split(
        /\s+/,
      ),
    ),
  },
]

const longest = 4

/** A text in English or Portuguese with its needs and requests in Spanish; another text unchanged. `fold` keeps the length. */
export function inSpanish(typed: string, fold: (text: string) => string): string {
  const words = [...typed.matchAll(/[\p{L}\p{N}']+/gu)].map((match) => ({
    text: fold(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }))
  const counted = languages.map(({ phrases, marks }) => ({
    phrases,
    count: words.filter(({ text }) => marks.has(text)).length,
  }))
  const [best] = counted.toSorted((a, b) => b.count - a.count)
  // A single mark decides only a short text: «back» in a long Spanish one is a name.
  if (!best || best.count === 0 || best.count * 8 < words.length) return typed
  let [read, end] = ['', 0]
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    for (let length = Math.min(longest, words.length - at); length > 0; length--) {
      const spanish = best.phrases.get(
        words
          .slice(at, at + length)
          .map(({ text }) => text)
          .join(' '),
      )
      if (spanish === undefined) continue
      read += `${typed.slice(end, word.from)}${spanish}`
      end = words[at + length - 1]?.to ?? word.to
      at += length - 1
      break
    }
  }
  return `${read}${typed.slice(end)}`.replaceAll(/\s{1,99}/g, ' ').trim()
}
