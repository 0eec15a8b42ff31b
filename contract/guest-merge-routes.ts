import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { memberErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { importErrors } from './patient-import-routes.ts'
import { route } from './route.ts'
import { id, version } from './values.ts'

export const mergeErrors = {
  'contacts.guest_not_found': { status: 404, message: 'No encontramos esa ficha entre los pacientes sin cuenta.' },
  'contacts.different_people': {
    status: 409,
    message: 'Son dos personas: su cédula o su fecha de nacimiento no es la misma.',
  },
  'contacts.same_time': {
    status: 409,
    message: 'Las dos fichas tienen una cita a la misma hora. Mueve o cancela una antes de unirlas.',
  },
  'contacts.too_much_text': {
    status: 409,
    message: 'Juntas tienen una nota demasiado larga o demasiadas etiquetas. Acorta una antes de unirlas.',
  },
  'contacts.merge_over': { status: 409, message: 'Ya no se puede deshacer: pasó un día, o la ficha se quitó.' },
} as const satisfies ErrorMap

/** How long a merge can be undone. */
export const mergeUndoHours = 24

/** Why two guests can't be merged, as the error of that name says. */
export const mergeObstacles = ['contacts.different_people', 'contacts.same_time', 'contacts.too_much_text'] as const
export type MergeObstacle = (typeof mergeObstacles)[number]

/** What a merge would do. */
export const mergePreview = z.object({
  /** Of what was previewed; the merge carries it. */
  version,
  obstacle: z.enum(mergeObstacles).nullable(),
  /** The person as they would be. */
  result: z.object({
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    cedula: z.string().nullable(),
    birthDate: z.string().nullable(),
    cover: z.string(),
    tags: z.array(z.string()),
    note: z.string(),
  }),
  /** What passes to the guest who stays. */
  appointments: z.number().int(),
  packages: z.number().int(),
})
export type MergePreview = z.output<typeof mergePreview>

const tags = ['Pacientes del centro']
const target = z.object({ centerId: id, guestId: id, otherId: id })
const errors = {
  ...memberErrors,
  ...pickErrors(importErrors, 'contacts.reception_only'),
  ...pickErrors(mergeErrors, 'contacts.guest_not_found'),
}

/** Merging two guests who are one person: `otherId` passes into `guestId`, who stays. */
export const guestMergeRoutes = {
  mergePreview: route({
    method: 'GET',
    path: '/centers/{centerId}/guests/{guestId}/merge/{otherId}',
    access: 'signedIn',
    summary: 'Qué pasaría al unir dos fichas de una misma persona sin cuenta',
    tags,
  })
    .input(target)
    .output(mergePreview)
    .errors(errors),
  mergeGuests: route({
    method: 'POST',
    path: '/centers/{centerId}/guests/{guestId}/merge/{otherId}',
    access: 'signedIn',
    changes: ['contacts', 'agenda', 'packages'],
    summary: 'Une dos fichas de una misma persona sin cuenta',
    description: `Se puede deshacer durante ${mergeUndoHours} horas. Nunca con otra cédula ni otra fecha de nacimiento.`,
    tags,
  })
    .input(target.extend({ version }))
    .output(z.object({ merged: z.literal(true) }))
    .errors({ ...errors, ...pickErrors(mergeErrors, ...mergeObstacles) }),
  undoMerge: route({
    method: 'POST',
    path: '/centers/{centerId}/guests/{guestId}/merge/{otherId}/undo',
    access: 'signedIn',
    changes: ['contacts', 'agenda', 'packages'],
    summary: 'Separa de nuevo dos fichas que se unieron',
    description: 'Lo que se cambió o agendó después se queda con la ficha que sigue.',
    tags,
  })
    .input(target)
    .output(z.object({ undone: z.literal(true) }))
    .errors({ ...errors, ...pickErrors(mergeErrors, 'contacts.merge_over') }),
}
