import { foldText } from './folded-text.ts'

/** What a column of a file of patients may be. A surname of its own is added to the name. */
export const importColumns = [
  'name',
  'surname',
  'phone',
  'email',
  'cedula',
  'birthDate',
  'cover',
  'tags',
  'note',
] as const
export type ImportColumn = (typeof importColumns)[number]

export const importColumnLabels: Record<ImportColumn, string> = {
  name: 'Nombre',
  surname: 'Apellido',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  cedula: 'Cédula',
  birthDate: 'Fecha de nacimiento',
  cover: 'Mutualista o seguro',
  tags: 'Etiquetas',
  note: 'Nota',
}

/** The heads of the columns in the file that a centre downloads, by which an import recognises them. */
export const exportedHeads = {
  name: 'nombre',
  phone: 'teléfono',
  email: 'correo',
  cedula: 'cédula',
  birthDate: 'nacimiento',
  cover: 'mutualista',
  tags: 'etiquetas',
  note: 'nota',
} as const satisfies Partial<Record<ImportColumn, string>>

/** How programs name these columns, folded and without signs; the likeliest first. */
export const patientHeads: Record<ImportColumn, readonly string[]> = {
  name: [
    ...['nombre', 'nombre completo', 'nombre y apellido', 'nombres y apellidos', 'apellido y nombre', 'paciente'],
    ...['nombres', 'nombre paciente', 'nombre del paciente', 'primer nombre', 'cliente', 'razon social'],
    ...['full name', 'name', 'patient', 'patient name', 'first name', 'given name', 'client', 'client name'],
  ],
  surname: ['apellido', 'apellidos', 'last name', 'surname', 'family name', 'primer apellido'],
  phone: [
    ...['telefono', 'celular', 'movil', 'tel', 'cel', 'telefono movil', 'telefono celular', 'nro telefono', 'whatsapp'],
    ...[
      'numero de telefono',
      'telefono 1',
      'contacto',
      'phone',
      'mobile',
      'mobile phone',
      'phone number',
      'cell phone',
    ],
  ],
  email: ['correo', 'correo electronico', 'email', 'e mail', 'mail', 'email address', 'e mail 1 value'],
  cedula: [
    ...['cedula', 'ci', 'c i', 'cedula de identidad', 'documento', 'nro documento', 'numero de documento', 'dni'],
    ...['doc', 'identificacion', 'id number', 'national id', 'document', 'document number'],
  ],
  birthDate: [
    ...['nacimiento', 'fecha de nacimiento', 'fecha nacimiento', 'fec nac', 'f nac', 'fecha nac', 'fnac'],
    ...['cumpleanos', 'birth date', 'birthdate', 'date of birth', 'dob', 'birthday'],
  ],
  cover: [
    ...['mutualista', 'mutualista o seguro', 'cobertura', 'seguro', 'prestador', 'prestador de salud', 'obra social'],
    ...['prepaga', 'institucion', 'insurance', 'health insurance', 'insurer'],
  ],
  tags: ['etiquetas', 'etiqueta', 'grupo', 'grupos', 'categoria', 'tags', 'tag', 'labels', 'groups'],
  note: ['nota', 'notas', 'observaciones', 'observacion', 'comentario', 'comentarios', 'note', 'notes', 'comments'],
}

const plainHead = (head: string) =>
  foldText(head)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * What each column is, by its head. Of several that could be the same, the one with the likelier name is it, and of two with one name the
 * first; the others stay without a meaning until a person gives them one.
 */
export function matchHeads<Column extends string>(
  heads: readonly string[],
  namesOf: Readonly<Record<Column, readonly string[]>>,
): (Column | null)[] {
  const plain = heads.map(plainHead)
  const found = new Map<number, Column>()
  for (const [column, names] of Object.entries(namesOf) as [Column, readonly string[]][]) {
    const at = names.map((name) => plain.indexOf(name)).find((index) => index >= 0 && !found.has(index))
    if (at !== undefined) found.set(at, column)
  }
  return heads.map((_, index) => found.get(index) ?? null)
}

export const matchColumns = (heads: readonly string[]) => matchHeads(heads, patientHeads)

/** How a person tells the columns apart: `Teléfono`, or `Teléfono (columna 7)` where another has the same head or none. */
export function columnNames(heads: readonly string[]): string[] {
  const plain = heads.map(plainHead)
  const isUnique = (head: string) => plain.filter((other) => other === head).length === 1
  return heads.map((head, index) => {
    const text = head.trim().slice(0, 60)
    if (text === '') return `Columna ${index + 1}`
    return isUnique(plain[index] ?? '') ? text : `${text} (columna ${index + 1})`
  })
}
