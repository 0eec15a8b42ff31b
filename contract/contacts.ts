import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { agendaAppointment, dependantOfGuardian, personKinds, personRef } from './agenda.ts'
import { memberErrors, ownerErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { guestMergeRoutes } from './guest-merge-routes.ts'
import { guest } from './guests.ts'
import { income } from './income.ts'
import { patientImportRoutes } from './patient-import-routes.ts'
import { factsEdit, noteMax, personFacts, tagLimits, typedFacts } from './person-facts.ts'
import { route } from './route.ts'
import { cents, cursorInput, day, id, instant, pageOf, typedText, version } from './values.ts'

export const contactErrors = {
  'contacts.not_found': { status: 404, message: 'No encontramos a esa persona entre los pacientes del centro.' },
  'contacts.expected': {
    status: 409,
    message: 'Esa persona tiene una cita por delante. Cancélala antes de eliminar sus datos.',
  },
  'contacts.has_packages': {
    status: 409,
    message: 'Esa persona tiene un bono con sesiones sin usar. Devuélvele lo que queda antes de eliminar sus datos.',
  },
  'contacts.has_draft': {
    status: 409,
    message:
      'Un profesional tiene sin guardar una nota de la historia clínica de esa persona. Pídele que la guarde o la descarte antes de eliminar sus datos.',
  },
} as const satisfies ErrorMap

/** A person who visited the centre, has an appointment there, or had one that the centre cancelled. Never another person. */
export const contact = personRef.extend({
  name: z.string(),
  dependant: dependantOfGuardian.nullable(),
  /** A dependant's are the guardian's, and so is the e-mail address. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** The start of the latest completed appointment. */
  lastVisit: instant.nullable(),
  nextVisit: instant.nullable(),
  visits: z.number().int(),
  noShows: z.number().int(),
  /** The centre's own words, by which it filters its patients. */
  tags: z.array(z.string()),
})
export type Contact = z.output<typeof contact>

/** What is absent stays as it is. */
export const guestEdit = guest.extend({
  note: typedText({ max: noteMax }),
  ...z.object(typedFacts).partial().shape,
})

/** The most tags of a centre that its list offers as a filter. */
export const maxListedTags = 200

/** A shorter text would match almost everything. */
export const findMinLength = 2
/** The maximum number of results of each kind. */
export const findLimit = 5

const resultsOf = <Each extends z.ZodType>(each: Each) => z.array(each).max(findLimit)

export const foundInCenter = z.object({
  people: resultsOf(contact.pick({ kind: true, id: true, name: true, phone: true, dependant: true })),
  /** The upcoming appointments of these people, the next first. */
  appointments: resultsOf(
    agendaAppointment
      .pick({ id: true, status: true, startsAt: true })
      .extend({ name: z.string(), birthDate: day.nullable(), professionalName: z.string() }),
  ),
  professionals: resultsOf(z.object({ id, name: z.string() })),
})

/** The sheet of a person at the centre. */
export const contactDetails = z.object({
  contact,
  /** The patient's dependants who come to the centre, each with a sheet of their own. */
  dependants: z.array(z.object({ id, name: z.string(), birthDate: day.nullable() })),
  /** The version covers what the centre wrote: of a guest also the name and how to reach them. */
  version,
  note: z.string().nullable(),
  facts: personFacts,
  /** What the person paid and owes at the centre, of all time: see contract/income.ts. A professional sees their own visits. */
  money: income.pick({
    deskCents: true,
    onlineCents: true,
    refundedCents: true,
    retainedCents: true,
    toReturnCents: true,
    dueCents: true,
    collectedCents: true,
    incomeCents: true,
  }),
  /** What Caja lists of the person in «Por cobrar»: unpaid visits, and packages that they still owe. A professional sees their own visits. */
  owedCents: cents,
  /** Direct payments that no booking has consumed. */
  directCents: cents,
  /** The guests who were merged into this one, as long as it can be undone; the newest first. */
  merges: z.array(z.object({ id, name: z.string(), mergedAt: instant })),
  /** Newest first, at most 100. */
  appointments: z.array(agendaAppointment.extend({ professionalName: z.string() })),
})
export type ContactDetails = z.output<typeof contactDetails>

const tags = ['Pacientes del centro']

export const contacts = {
  list: route({
    method: 'GET',
    path: '/centers/{centerId}/contacts',
    access: 'signedIn',
    summary: 'Los pacientes de un centro, por nombre o teléfono',
    description:
      'Cada persona a cargo aparte, también por el nombre de quien reserva por ella; quien solo reserva aparece al buscar. Un profesional ve los suyos.',
    tags,
  })
    .input(
      z.object({
        centerId: id,
        q: typedText({ max: 100 }).optional(),
        tag: typedText({ max: tagLimits.partMax }).optional(),
        ...cursorInput,
      }),
    )
    .output(pageOf(contact).extend({ isAlike: z.boolean() }))
    .errors(memberErrors),
  tags: route({
    method: 'GET',
    path: '/centers/{centerId}/tags',
    access: 'signedIn',
    summary: 'Las etiquetas que el centro puso a sus pacientes',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(z.object({ items: z.array(z.string()).max(maxListedTags) }))
    .errors(memberErrors),
  find: route({
    method: 'GET',
    path: '/centers/{centerId}/find',
    access: 'signedIn',
    summary: 'Pacientes, citas próximas y profesionales de un centro, por nombre o teléfono',
    description: 'Un profesional encuentra los suyos. Hay un límite por minuto y cuenta.',
    tags,
  })
    .input(
      z.object({
        centerId: id,
        q: typedText({ min: findMinLength, max: 100, message: `Escribe al menos ${findMinLength} letras` }),
      }),
    )
    .output(foundInCenter)
    .errors(memberErrors),
  get: route({
    method: 'GET',
    path: '/centers/{centerId}/contacts/{kind}/{personId}',
    access: 'signedIn',
    summary: 'Un paciente del centro y sus citas allí',
    tags,
  })
    .input(z.object({ centerId: id, kind: z.enum(personKinds), personId: id }))
    .output(contactDetails)
    .errors({ ...memberErrors, ...pickErrors(contactErrors, 'contacts.not_found') }),
  csv: route({
    method: 'GET',
    path: '/centers/{centerId}/contacts/csv',
    access: 'signedIn',
    summary: 'Todos los pacientes del centro como planilla, para quien lo dirige',
    description: 'Lo que muestra la lista: nada de las historias clínicas. Cada descarga queda registrada.',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(z.object({ fileName: z.string(), csv: z.string() }))
    .errors(ownerErrors),
  updateFacts: route({
    method: 'PUT',
    path: '/centers/{centerId}/contacts/{kind}/{personId}/facts',
    access: 'signedIn',
    changes: ['contacts'],
    summary: 'Lo que el centro anota de un paciente con cuenta, o de alguien a su cargo',
    description: 'Solo lo lee este centro, y quien lo pide en la copia de sus datos.',
    tags,
  })
    .input(factsEdit.extend({ centerId: id, kind: z.enum(['patient', 'dependant']), personId: id, version }))
    .output(contact)
    .errors({ ...memberErrors, ...pickErrors(contactErrors, 'contacts.not_found') }),
  updateGuest: route({
    method: 'PUT',
    path: '/centers/{centerId}/guests/{guestId}',
    access: 'signedIn',
    changes: ['contacts', 'agenda'],
    summary: 'Corrige los datos de alguien sin cuenta',
    tags,
  })
    .input(guestEdit.extend({ centerId: id, guestId: id, version }))
    .output(contact)
    .errors({ ...memberErrors, ...pickErrors(contactErrors, 'contacts.not_found') }),
  removeGuest: route({
    method: 'DELETE',
    path: '/centers/{centerId}/guests/{guestId}',
    access: 'signedIn',
    changes: ['contacts.list', 'agenda'],
    summary: 'Elimina los datos de alguien sin cuenta',
    description: 'Las citas que tuvo quedan sin su nombre. Con una por delante se rechaza.',
    tags,
  })
    .input(z.object({ centerId: id, guestId: id }))
    .output(z.object({ removed: z.boolean() }))
    .errors({
      ...memberErrors,
      ...pickErrors(
        contactErrors,
        'contacts.not_found',
        'contacts.expected',
        'contacts.has_packages',
        'contacts.has_draft',
      ),
    }),
  ...patientImportRoutes,
  ...guestMergeRoutes,
}
