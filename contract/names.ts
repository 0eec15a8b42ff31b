import { withoutJoiners } from './pasted-text.ts'
import { typedText } from './values.ts'

const countryDomains =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'
/** The top-level domains that mail programs turn into links, and those that spam uses most. */
const commonDomains =
  'com net org info biz edu gov mil int app dev web shop store online site website tech space xyz top click link live life club vip pro name mobi page blog cloud digital email agency center clinic health care dental doctor fit yoga today world news media studio group company services solutions support help chat social network host fun icu buzz monster rest bar cam win bid loan men date party racing review stream trade work download lat gal cat travel museum coop aero jobs tel asia post zip mov ink wiki moe art one now new bio'
const domains = new Set(`${countryDomains} ${commonDomains}`.split(' '))

const lineBreak = /[\n\r\u2028\u2029]/
/** The word after a dot without spaces: `uy` of «fisio.uy». */
const afterDot = /(?<=[\p{L}\p{N}-]\.)\p{L}{2,24}(?![\p{L}\p{N}])/gu
const beginsAddress = /:\/\/|xn--|(?<![\p{L}\p{N}])(?:www\.|mailto:)/iu

/** An initial or a title, whose dot is often typed without the space: «J.De Armas», «Dra.La Rosa». */
const beforeDot = /(?:^|[^\p{L}\p{N}-])(?:\p{Lu}|Dra?|Sra?|Srta|Lic|Prof|Ing|Mag|Mtra?|Psic|Ps|Ma|Téc|Nut|Fgo|Fga)\.$/u
const longestBeforeDot = 8
/** The spaces and the letter that follow a particle have at most this many characters. */
const longestBetween = 10

/** «Ma.de los Ángeles»: the words between two names, which go on after a space. */
const particle = /^(?:de|del|la|las|los)(?= {1,9}\p{L})/u

/**
 * Whether a name goes on after an initial or a title: with a capital or a particle, and not with a path as in a URL.
 */
function isWrittenTogether({ plain, word, index }: { plain: string; word: string; index: number }): boolean {
  const rest = plain.slice(index, index + word.length + longestBetween)
  const isCapital = /^\p{Lu}\p{Ll}*$/u.test(word) && !/^(?:[/:?#]|\.\S)/.test(rest.slice(word.length))
  const goesOn = isCapital || particle.test(rest)
  return goesOn && beforeDot.test(plain.slice(Math.max(0, index - longestBeforeDot), index))
}

export const nameFaults = {
  lineBreak: 'Escribe el nombre en una sola línea',
  email: 'Un nombre no puede contener @ ni una dirección de correo',
  url: 'Un nombre no puede contener una dirección web. Si no lo es, deja un espacio después del punto',
} as const

/**
 * Why a text can't be a name. Names appear in our mails, where a line break could forge a header or a paragraph, and where a
 * mail program turns a bare domain into a link. Undefined for a valid name. */
export function nameFault(text: string): string | undefined {
  if (lineBreak.test(text)) return nameFaults.lineBreak
  // Mail programs also link full-width letters and signs, which look like plain ones.
  const plain = text.normalize('NFKC')
  if (plain.includes('@')) return nameFaults.email
  if (beginsAddress.test(plain)) return nameFaults.url
  const isDomain = [...plain.matchAll(afterDot)].some(
    ({ 0: word, index }) => domains.has(word.toLowerCase()) && !isWrittenTogether({ plain, word, index }),
  )
  return isDomain ? nameFaults.url : undefined
}

export function typedName(limits: { max: number; min?: number; message?: string }) {
  return typedText({ ...limits, clean: withoutJoiners }).superRefine((text, context) => {
    const message = nameFault(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
}

export const nameMaxLength = 200
/** The shortest name of a centre or of a professional. */
export const nameMinLength = 2
export const nameTooShort = `El nombre debe tener al menos ${nameMinLength} caracteres`

/**
 * Sanitises a name that arrives without a form, such as one from another provider: removes addresses and line breaks, and cuts
 * it to the maximum length without splitting a letter. Empty when no name is left. */
export function cleanName(text: string): string {
  const plain = text.slice(0, nameMaxLength * 4)
  const isGood = nameFault(plain) === undefined
  const words = (isGood ? plain : plain.normalize('NFKC'))
    .split(/\s+/u)
    .filter((word) => isGood || !(word.includes('@') || beginsAddress.test(word)))
    .map((word) =>
      isGood ? word : word.replace(afterDot, (part) => (domains.has(part.toLowerCase()) ? ` ${part}` : part)),
    )
  const name = words
    .join(' ')
    .trim()
    .slice(0, nameMaxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
  return nameFault(name) === undefined ? name : ''
}

/** The name under which a centre is stored: a single letter is too short for a name, so «A» becomes «Centro A». */
export function centerNameOf(name: string): string {
  return [...name].length >= nameMinLength ? name : `Centro ${name}`.trim()
}
