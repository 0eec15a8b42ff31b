import { fileOf, photo } from '#server/testing/uploads.ts'
import type { ForeignRows } from './foreign-row.ts'
import { members, owner } from './own-practice.ts'

const profile = {
  name: 'Centro Brisa',
  description: '',
  specialties: [],
  languages: ['Español'],
  modalities: ['Presencial'],
  address: 'Av. Brasil 2500',
  neighborhood: 'Pocitos',
  department: 'Montevideo',
  phone: '',
  contactEmail: 'hola@brisa.uy',
  alternativeEmail: '',
  website: '',
  instagram: '',
  facebook: '',
  sessionDuration: 60,
  confirmsManually: false,
  lateRefundPercent: 50,
  cancellationPolicy: '',
}

export const practice: ForeignRows<'practice'> = {
  'practice.figures': members(() => ({})),
  'practice.preview': members(() => ({})),
  'practice.profile': owner(() => ({})),
  'practice.update': owner(() => profile),
  'practice.setPublic': owner(() => ({ isPublic: false })),
  'practice.setPin': owner(() => ({ latitude: -34.9, longitude: -56.2 })),
  'practice.setPicture': owner(async () => ({
    kind: 'logo',
    image: fileOf({ content: await photo(), name: 'foto.jpg' }),
  })),
  'practice.removePicture': owner(() => ({ kind: 'cover' })),
}
