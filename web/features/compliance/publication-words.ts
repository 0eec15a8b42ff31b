import type { CheckType } from '#contract/check-types.ts'
import type { Publication } from '#contract/publication.ts'
import { formatDate } from '#web/platform/formats.ts'

type PublicationDocument = Publication['documents'][number]
type Part = Publication['parts'][number]

/** The texts for a professional who works alone, and for a team. */
const documents: Record<CheckType, Record<'solo' | 'center', { name: string; description: string }>> = {
  license: {
    solo: {
      name: 'Habilitación',
      description: 'La habilitación del Ministerio de Salud Pública para ejercer, con tu número de registro.',
    },
    center: { name: 'Habilitación', description: 'La habilitación del Ministerio de Salud Pública para funcionar.' },
  },
  identity: {
    solo: { name: 'Identidad', description: 'Tu cédula o pasaporte, de los dos lados.' },
    center: { name: 'Identidad', description: 'La cédula o el pasaporte de quien dirige el centro, de los dos lados.' },
  },
  certification: {
    solo: { name: 'Certificaciones', description: 'Tus títulos y certificados.' },
    center: { name: 'Certificaciones', description: 'Títulos y certificados de quienes atienden.' },
  },
  insurance: {
    solo: { name: 'Seguro', description: 'Tu póliza de responsabilidad civil vigente.' },
    center: { name: 'Seguro', description: 'La póliza de responsabilidad civil vigente del centro.' },
  },
}

export function documentWords({ type, isSolo }: { type: CheckType; isSolo: boolean }): {
  name: string
  description: string
} {
  return documents[type][isSolo ? 'solo' : 'center']
}

export const needWords: Record<PublicationDocument['need'], string> = {
  required: 'Obligatorio',
  optional: 'Opcional',
  unknown: 'Según lo que ofrezcas',
}

export const partPlaces: Record<Part['key'], { label: string; section: string; hash?: string }> = {
  description: { label: 'Escribe la descripción', section: 'perfil', hash: 'profile-description' },
  address: { label: 'Escribe la dirección', section: 'perfil', hash: 'profile-address' },
  phone: { label: 'Agrega un teléfono', section: 'perfil', hash: 'profile-phone' },
  specialties: { label: 'Di las especialidades', section: 'perfil', hash: 'profile-specialties' },
  services: { label: 'Agrega servicios con precio', section: 'equipo' },
  hours: { label: 'Pon los horarios', section: 'disponibilidad' },
  rooms: { label: 'Pon el enlace de la sala de videollamadas', section: 'equipo' },
  public: { label: 'Muestra tu página al público', section: 'perfil', hash: 'profile-public' },
  numbers: { label: 'Escribe el número de registro', section: 'equipo' },
  pin: { label: 'Pon el punto exacto en el mapa', section: 'perfil', hash: 'profile-latitude' },
  logo: { label: 'Sube el logo', section: 'perfil', hash: 'pictures' },
}

export function documentAdvice(document: PublicationDocument): string {
  const { status, expiryDate, lapsesSoon, renewal, requestReason, notes } = document
  if (requestReason !== null) return `Te pedimos que subas otro${reason(requestReason)}.`
  if (renewal === 'pending') return `Vale hasta el ${dateOf(expiryDate)}. El nuevo está en revisión.`
  if (renewal === 'rejected')
    return `Rechazamos el nuevo${reason(notes)}. El anterior vale hasta el ${dateOf(expiryDate)}.`
  switch (status) {
    case 'missing':
      return 'Todavía no lo subiste.'
    case 'pending':
      return 'Lo estamos revisando. Aquí ves el resultado.'
    case 'rejected':
      return `No pudimos aprobarlo${reason(notes)}. Sube otro.`
    case 'expired':
      return expiryDate ? `Venció el ${formatDate(expiryDate)}. Sube el vigente.` : 'Venció. Sube el vigente.'
    case 'approved':
      if (!expiryDate) return 'Aprobado, sin vencimiento.'
      return lapsesSoon
        ? `Vence el ${formatDate(expiryDate)}. Sube el nuevo antes de esa fecha.`
        : `Vale hasta el ${formatDate(expiryDate)}.`
  }
}

const dateOf = (date: string | null) => (date ? formatDate(date) : 'vencimiento que tenía')
const reason = (notes: string) => (notes ? `: ${notes.replace(/\.$/, '')}` : '')

type Summary = { title: string; text: string; tone: 'amber' | 'blue' | 'green' | 'red' }

export function summaryOf(publication: Publication): Summary {
  const noun = publication.isSolo ? 'tu consulta' : 'tu centro'
  const { withdrawalReason } = publication
  if (withdrawalReason !== null) {
    const end = /[.!?]$/.test(withdrawalReason) ? '' : '.'
    return {
      title: `Retiramos la aprobación de ${noun}`,
      text: `Motivo: ${withdrawalReason}${end} Los pacientes no ven tu página ni pueden reservar; las citas ya reservadas se mantienen. Corrige lo que dice el motivo y escríbenos: lo revisa otra persona del equipo.`,
      tone: 'red',
    }
  }
  switch (publication.state) {
    case 'incomplete':
      return {
        title: `Qué falta para publicar ${noun}`,
        text: 'Los pacientes todavía no ven tu página. Cuando tengas todo, la revisamos.',
        tone: 'amber',
      }
    case 'in_review':
      return {
        title: `Estamos revisando ${noun}`,
        text: `${whatIsLeft(publication)} Aquí ves cómo sigue.`,
        tone: 'blue',
      }
    case 'hidden':
      return {
        title: 'Tu página está oculta',
        text: 'Está aprobada, pero los pacientes no la encuentran ni pueden reservar. Las citas ya reservadas se mantienen.',
        tone: 'amber',
      }
    case 'paused':
      return { title: 'No recibes reservas nuevas', text: whyPaused(publication), tone: 'red' }
    case 'not_bookable':
      return {
        title: 'Tu página está publicada, pero no se puede reservar',
        text: 'Aparece en la búsqueda. Para recibir reservas te falta lo que sigue.',
        tone: 'amber',
      }
    case 'published':
      return publishedSummary(publication)
  }
}

function publishedSummary(publication: Publication): Summary {
  const rooms = isMissingRoom(publication) ? ` ${missingRooms(publication)}` : ''
  if (isMissingDocument(publication)) {
    const { title, text } = whyUnverified(publication)
    return { title, text: `${text}${rooms}`, tone: 'amber' }
  }
  return {
    title: 'Tu página está publicada',
    text: `Aparece en la búsqueda y recibe reservas.${rooms}`,
    tone: rooms === '' ? 'green' : 'amber',
  }
}

function whatIsLeft(publication: Publication): string {
  const { parts } = publication
  const ready = 'Para publicarte no te falta nada: cuando terminemos, tu página aparece en la búsqueda.'
  if (parts.some(({ neededFor, isDone }) => neededFor === 'bookings' && !isDone)) {
    return `${ready} Para recibir reservas te falta lo que sigue.`
  }
  const number = parts.some(({ key, isDone }) => key === 'numbers' && !isDone)
    ? ' Si escribes el número de registro, lo comparamos antes con la habilitación.'
    : ''
  if (isMissingRoom(publication)) return `${ready} ${missingRooms(publication)}${number}`
  return number === ''
    ? 'De tu parte no falta nada. Cuando terminemos, tu página aparece en la búsqueda.'
    : `${ready}${number}`
}

/** Whether the centre can be booked, but not for the video calls that it offers. */
export function isMissingRoom({ parts }: Pick<Publication, 'parts'>): boolean {
  return parts.some(({ neededFor, isDone }) => neededFor === 'online' && !isDone)
}

function missingRooms({ isSolo }: Publication): string {
  return isSolo
    ? 'Para las consultas online te falta el enlace de la sala.'
    : 'Para las consultas online falta el enlace de la sala de algún profesional.'
}

/** Whether the centre offers something for which it lacks a document, as after adding a service of another kind. */
export function isMissingDocument({ documents: known }: Publication): boolean {
  return known.some(isMissing)
}

const isMissing = ({ need, status }: PublicationDocument) => need === 'required' && status !== 'approved'

function whyUnverified({ documents: known, isSolo }: Publication): Pick<Summary, 'title' | 'text'> {
  const missing = known.filter(isMissing)
  const badge = 'Qué falta para la marca «Verificado»'
  if (missing.every(({ type }) => type !== 'license')) {
    const what =
      missing.length === 1 ? 'falta un documento aprobado y vigente' : 'faltan documentos aprobados y vigentes'
    return {
      title: badge,
      text: `Tu página aparece en la búsqueda y recibe reservas. Para lo que ofreces ${what}.`,
    }
  }
  const name = documentWords({ type: 'license', isSolo }).name.toLocaleLowerCase('es')
  return {
    title: missing.length === 1 ? 'Hay servicios que todavía no se muestran' : badge,
    text: `Tu página aparece en la búsqueda, pero los servicios que piden ${name} no se muestran ni se reservan hasta que la aprobemos.`,
  }
}

function whyPaused({ documents: known, isSolo }: Publication): string {
  const { name } = documentWords({ type: 'license', isSolo })
  const license = known.find(({ type }) => type === 'license')
  const ownDocument = `tu ${name.toLocaleLowerCase('es')}`
  const rest = 'Las citas ya reservadas se mantienen.'
  if (license?.need !== 'required') {
    return `Para lo que ofreces ahora te faltan documentos: vuelves a recibir reservas cuando los aprobemos. ${rest}`
  }
  if (license?.requestReason) return `Te pedimos otra vez ${ownDocument}: ${license.requestReason} ${rest}`
  if (license?.status === 'pending') {
    return `Estamos revisando ${ownDocument}: vuelves a recibir reservas cuando la aprobemos. ${rest}`
  }
  const cause =
    license?.status === 'rejected'
      ? `No pudimos aprobar ${ownDocument}.`
      : `Venció ${ownDocument}${license?.expiryDate ? ` el ${formatDate(license.expiryDate)}` : ''}.`
  return `${cause} Sube la vigente: vuelves a recibir reservas cuando la aprobemos. ${rest}`
}
