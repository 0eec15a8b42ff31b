// Without schemas: screens import this file and need not load zod for it.

/** What of a centre or of its team staff look at when it changes, and patients with upcoming appointments are told of. */
export const centerChangeKinds = ['center_name', 'center_address', 'professional_name'] as const
export type CenterChangeKind = (typeof centerChangeKinds)[number]

/** For so many days staff see a change beside its centre, and it counts for the limits. */
export const centerChangeDays = 30

/** How often each may change in that time once staff have approved the centre: each tells staff and patients. */
export const centerChangeLimits: Readonly<Record<CenterChangeKind, number>> = {
  center_name: 3,
  center_address: 5,
  professional_name: 3,
}

/** While staff keep a centre closed, its patients read the names and the address that staff saw. */
export const closedCenterNotice =
  'Retiramos la aprobación de tu centro. Hasta que la tenga de nuevo no puedes cambiar su nombre ni su dirección, ni agregar o cambiar profesionales, servicios y enlaces de videollamada: los leen pacientes con cita. Si hay un error, escríbenos desde Contacto.'
