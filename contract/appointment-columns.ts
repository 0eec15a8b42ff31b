import { matchHeads, patientHeads } from './patient-columns.ts'

/** What a column of a file of future appointments may be. The date may hold the time, too. */
export const appointmentColumns = [
  'date',
  'time',
  'name',
  'surname',
  'phone',
  'email',
  'cedula',
  'professional',
  'service',
  'duration',
  'price',
  'place',
  'address',
  'note',
] as const
export type AppointmentColumn = (typeof appointmentColumns)[number]

export const appointmentColumnLabels: Record<AppointmentColumn, string> = {
  date: 'Fecha, o fecha y hora',
  time: 'Hora',
  name: 'Nombre del paciente',
  surname: 'Apellido del paciente',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  cedula: 'Cédula',
  professional: 'Profesional',
  service: 'Servicio',
  duration: 'Duración en minutos',
  price: 'Precio',
  place: 'Dónde: centro, online o domicilio',
  address: 'Dirección, si es a domicilio',
  note: 'Nota del paciente',
}

/** How programs name these columns, folded and without signs; the likeliest first. */
const heads: Record<AppointmentColumn, readonly string[]> = {
  date: [
    ...['fecha', 'fecha y hora', 'fecha hora', 'fecha de la cita', 'fecha cita', 'dia'],
    ...[
      'fecha inicio',
      'fecha de inicio',
      'inicio',
      'comienzo',
      'comienza',
      'date',
      'start date',
      'start',
      'date time',
    ],
    ...['appointment date', 'datetime', 'starts at'],
  ],
  time: [
    ...['hora', 'hora inicio', 'hora de inicio', 'hora cita', 'hora de la cita', 'horario', 'desde'],
    ...['time', 'start time', 'appointment time'],
  ],
  name: patientHeads.name,
  surname: patientHeads.surname,
  phone: patientHeads.phone,
  email: patientHeads.email,
  cedula: patientHeads.cedula,
  professional: [
    ...[
      'profesional',
      'terapeuta',
      'doctor',
      'doctora',
      'medico',
      'medica',
      'especialista',
      'agenda',
      'atiende',
      'con',
    ],
    ...['professional', 'practitioner', 'provider', 'staff', 'staff member', 'employee', 'resource', 'therapist'],
  ],
  service: [
    ...['servicio', 'tratamiento', 'prestacion', 'tipo', 'tipo de cita', 'tipo de consulta', 'consulta', 'motivo'],
    ...['service', 'treatment', 'appointment type', 'type'],
  ],
  duration: [
    'duracion',
    'duracion en minutos',
    'minutos',
    'duracion min',
    'duration',
    'minutes',
    'duration min',
    'length',
  ],
  price: ['precio', 'importe', 'monto', 'valor', 'costo', 'arancel', 'price', 'amount', 'cost', 'fee'],
  place: ['donde', 'lugar', 'modalidad', 'ubicacion', 'place', 'location', 'modality'],
  address: ['direccion', 'domicilio', 'address'],
  note: patientHeads.note,
}

export const matchAppointmentColumns = (file: readonly string[]) => matchHeads(file, heads)
