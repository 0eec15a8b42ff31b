import { z } from 'zod'
import { issueParams } from './issue-codes.ts'

export const departments = [
  'Artigas',
  'Canelones',
  'Cerro Largo',
  'Colonia',
  'Durazno',
  'Flores',
  'Florida',
  'Lavalleja',
  'Maldonado',
  'Montevideo',
  'Paysandú',
  'Río Negro',
  'Rivera',
  'Rocha',
  'Salto',
  'San José',
  'Soriano',
  'Tacuarembó',
  'Treinta y Tres',
] as const

const known = new Set<string>(departments)

export const department = z
  .string('Elige el departamento')
  .trim()
  .refine((name) => known.has(name), 'Elige el departamento')

/** A department, or empty: the server then derives it from the rest of the address. */
export const optionalDepartment = z
  .string()
  .trim()
  .refine((name) => name === '' || known.has(name), { error: 'Elige el departamento', params: issueParams('missing') })
