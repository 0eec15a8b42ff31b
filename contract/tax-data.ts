import { z } from 'zod'
import { department, optionalDepartment } from './departments.ts'
import { issueParams } from './issue-codes.ts'
import { typedName } from './names.ts'
import { isCedula, isRut, taxDigits } from './tax-numbers.ts'
import { typedText } from './values.ts'

// The lengths are those of the DGI's documents.
const lengths = { name: 150, address: 70, city: 30 }

const wrongRut = 'Ese RUT no es válido: son doce números y el último comprueba a los demás. Revísalo'
const wrongCedula = 'Esa cédula no es válida: el último número comprueba a los demás. Revísala'

const taxNumber = (message: string) => typedText({ max: 20, min: 1, message, clean: taxDigits })

/** Who issues a centre's fiscal documents. */
export const centerTaxData = z.object({
  rut: taxNumber('Escribe el RUT').refine((text) => text === '' || isRut(text), {
    error: wrongRut,
    params: issueParams('invalid'),
  }),
  legalName: typedName({ min: 1, max: lengths.name, message: 'Escribe la razón social' }),
  address: typedText({ min: 1, max: lengths.address, message: 'Escribe el domicilio fiscal' }),
  city: typedText({ min: 1, max: lengths.city, message: 'Escribe la ciudad o localidad' }),
  department,
  /** The number of the branch at the DGI. */
  branchCode: z
    .number('Es un número del 1 al 9999')
    .int('Es un número del 1 al 9999')
    .min(1, 'Es un número del 1 al 9999')
    .max(9999, 'Es un número del 1 al 9999'),
})
export type CenterTaxData = z.output<typeof centerTaxData>

export const taxDocumentKinds = ['ci', 'rut'] as const
export type TaxDocumentKind = (typeof taxDocumentKinds)[number]

/** Whom a patient wants named on a receipt. The address is empty for a cédula, and required for a RUT. */
export const patientTaxData = z
  .object({
    kind: z.enum(taxDocumentKinds),
    number: taxNumber('Escribe el número'),
    name: typedName({ min: 1, max: lengths.name, message: 'Escribe el nombre o la razón social' }),
    address: typedText({ max: lengths.address }),
    city: typedText({ max: lengths.city }),
    department: optionalDepartment,
  })
  .superRefine(({ kind, number, address, city, department: of }, context) => {
    const refuse = (path: string, message: string, code: 'missing' | 'invalid') =>
      context.addIssue({ code: 'custom', path: [path], message, params: issueParams(code) })
    if (number !== '' && !(kind === 'ci' ? isCedula(number) : isRut(number)))
      refuse('number', kind === 'ci' ? wrongCedula : wrongRut, 'invalid')
    if (kind === 'ci') return
    if (address === '') refuse('address', 'Escribe el domicilio fiscal', 'missing')
    if (city === '') refuse('city', 'Escribe la ciudad o localidad', 'missing')
    if (of === '') refuse('department', 'Elige el departamento', 'missing')
  })
export type PatientTaxData = z.output<typeof patientTaxData>

/** As stored, without the address for a cédula. */
export const receiver = z.object({
  kind: z.enum(taxDocumentKinds),
  number: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  department: z.string(),
})
export type Receiver = z.output<typeof receiver>
