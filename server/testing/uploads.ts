import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

import type { Platform } from '#server/platform/platform.ts'

/** A file that a form's field may send, of any content. */
export type Upload = { content: Uint8Array | string; name: string; type?: string }

export async function photo({
  width = 400,
  height = 300,
  background = '#1f6f54',
}: {
  width?: number
  height?: number
  background?: string
} = {}): Promise<Uint8Array> {
  const content = await sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'Ana' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 54/1 0/1' } })
    .jpeg()
    .toBuffer()
  return new Uint8Array(content)
}

/** One empty page. */
export function pdf({ ending }: { ending?: string } = {}): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj${object}endobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer<</Root 1 0 R/Size 4>>\nstartxref\n0\n${ending ?? '%%EOF\n'}`)
}

/** A correct registration, as typed into the wizard. */
export function registrationForm({ email }: { email: string }) {
  const noHours = { start: '', end: '' }
  const hours = {
    monday: { start: '09:00', end: '13:30' },
    tuesday: noHours,
    wednesday: { start: '14:00', end: '20:00' },
    thursday: noHours,
    friday: noHours,
    saturday: noHours,
    sunday: noHours,
  }
  const pairs = Object.entries(hours).flatMap(([day, { start, end }]) => [
    [`${day}Start`, start],
    [`${day}End`, end],
  ])
  return {
    accessData: { email, password: 'Sendero-2026!', confirmPassword: 'Sendero-2026!' },
    personalInfo: { fullName: 'Elena Bidegain', specialties: 'psicologia, Terapia de pareja,, PSICOLOGÍA , ' },
    centerInfo: {
      centerName: 'Centro Ombú',
      address: 'Benito Blanco 1234',
      neighborhood: 'Pocitos',
      department: 'Montevideo',
      contactPhone: '+598 99 123 456',
      instagram: '@centro.ombu',
      facebook: '',
      alternativeEmail: '',
      pin: '',
    },
    availability: {
      ...(Object.fromEntries(pairs) as Record<string, string>),
      modality: ['Presencial', 'Online'],
      sessionDuration: '50',
      platform: 'Zoom',
      videoLink: '',
      cancellationPolicy: 'Avisar con un día.',
    },
    services: {
      servicesList: 'Psicoterapia individual y de pareja, para adultos.',
      languages: 'español, inglés',
      priced: [{ serviceType: 'psicoterapia', name: 'Sesión individual', priceCents: 180_000, durationMinutes: 50 }],
    },
    terms: { acceptTerms: true, acceptPrivacy: true, publicProfile: true },
  }
}

export type RegistrationForm = ReturnType<typeof registrationForm>
type FileField = 'profilePhoto' | 'logo' | 'certifications'

/** The body of the wizard's request, as a browser sends it. */
export function registrationBody({
  form,
  files,
}: {
  form: unknown
  files?: { [Field in FileField]?: Upload | readonly Upload[] }
}): FormData {
  const body = new FormData()
  body.set('form', JSON.stringify(form))
  for (const [field, uploads] of Object.entries(files ?? {}))
    for (const upload of [uploads].flat()) body.append(field, fileOf(upload), upload.name)
  return body
}

export function fileOf({ content, name, type = 'application/octet-stream' }: Upload): File {
  return new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type })
}

/** The names of all stored files. */
export async function listStoredFiles({ settings }: Platform): Promise<string[]> {
  const names = await readdir(join(settings.dataDir, 'files')).catch((): string[] => [])
  return names.toSorted()
}
