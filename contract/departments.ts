import { z } from 'zod'

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

/** One of the departments of Uruguay, as a form chooses it. */
export const department = z
  .string('Elige el departamento')
  .trim()
  .refine((name) => known.has(name), 'Elige el departamento')

/** A department, or nothing where the server finds it from the rest of the address. */
export const optionalDepartment = z
  .string()
  .trim()
  .refine((name) => name === '' || known.has(name), 'Elige el departamento')
