import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { maxDependants } from './dependant-words.ts'
import { pickErrors } from './errors.ts'
import { typedName } from './names.ts'
import { route } from './route.ts'
import { day, id, version } from './values.ts'

export const dependantErrors = {
  'dependants.not_found': { status: 404, message: 'No encontramos a esa persona.' },
  'dependants.too_many': { status: 409, message: `Puedes tener hasta ${maxDependants} personas a cargo.` },
  'dependants.has_appointments': {
    status: 409,
    message: 'Esa persona tiene citas por delante. Cancélalas antes de quitarla.',
  },
  'dependants.other_person': {
    status: 409,
    message:
      'Ya tuvo consultas con estos datos. Si es otra persona, agrégala como nueva. Si corriges los datos de la misma, guarda primero el nombre y después la fecha.',
  },
} as const satisfies ErrorMap

export const dependantEdit = z.object({
  fullName: typedName({ min: 1, max: 200, message: 'Por favor ingresa su nombre' }),
  birthDate: day,
  relation: typedName({ min: 1, max: 60, message: 'Por favor ingresa qué es de ti' }),
})

export const dependant = z.object({ id, version, fullName: z.string(), birthDate: day, relation: z.string() })

const tags = ['Personas a cargo']

/** The people for whom an account may book besides its owner. */
export const dependants = {
  list: route({
    method: 'GET',
    path: '/me/dependants',
    access: 'signedIn',
    summary: 'Las personas a cargo de quien pregunta',
    tags,
  }).output(z.object({ items: z.array(dependant) })),
  create: route({
    method: 'POST',
    path: '/me/dependants',
    access: 'signedIn',
    changes: ['dependants'],
    summary: 'Agrega una persona a cargo',
    tags,
  })
    .input(dependantEdit)
    .output(dependant)
    .errors(pickErrors(dependantErrors, 'dependants.too_many')),
  update: route({
    method: 'PUT',
    path: '/me/dependants/{dependantId}',
    access: 'signedIn',
    changes: ['dependants'],
    summary: 'Cambia los datos de una persona a cargo',
    description:
      'De quien ya tuvo consultas se cambia el nombre o la fecha de nacimiento, no ambos a la vez. Los profesionales que tienen su historia clínica reciben un aviso.',
    tags,
  })
    .input(dependantEdit.extend({ dependantId: id, version }))
    .output(dependant)
    .errors(pickErrors(dependantErrors, 'dependants.not_found', 'dependants.other_person')),
  remove: route({
    method: 'DELETE',
    path: '/me/dependants/{dependantId}',
    access: 'signedIn',
    changes: ['dependants'],
    summary: 'Quita una persona a cargo',
    tags,
  })
    .input(z.object({ dependantId: id }))
    .output(z.object({ removed: z.boolean() }))
    .errors(pickErrors(dependantErrors, 'dependants.not_found', 'dependants.has_appointments')),
}
