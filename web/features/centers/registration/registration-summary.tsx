import { needsPlatform } from '#contract/modalities.ts'
import { centerNameOf } from '#contract/names.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { typedMoney } from '#web/platform/typed-money.ts'
import { Button } from '#web/ui/button.tsx'

import type { FilesOfStep } from './chosen-files.ts'
import { registrationSteps, summarySectionId } from './registration-steps.ts'
import type { FileField, RegistrationValues } from './registration-values.ts'
import { hoursInWords } from './week-hours.ts'

type Line = { label: string; lines: readonly string[] }
type SummaryFiles = Pick<FilesOfStep, 'chosen' | 'lost'>

export function RegistrationSummary({
  values,
  files,
  disabled,
  onEdit,
  onPasswordMissing,
}: {
  values: RegistrationValues
  files: SummaryFiles
  disabled: boolean
  onEdit: (step: number) => void
  /** Opens the step of the password; undefined unless a reload has lost it. */
  onPasswordMissing: (() => void) | undefined
}) {
  const parts = [
    {
      step: 1,
      lines: [
        { label: 'Correo', lines: [values.accessData.email] },
        { label: 'Contraseña', lines: onPasswordMissing ? ['Falta: vuelve a escribirla'] : [] },
      ],
    },
    { step: 2, lines: personLines(values, files) },
    { step: 3, lines: centerLines(values, files) },
    { step: 4, lines: availabilityLines(values) },
    { step: 5, lines: serviceLines(values, files) },
  ] as const
  return (
    <ul className="grid divide-y divide-line rounded-card border border-line">
      {parts.map(({ step, lines }) => {
        const title = registrationSteps[step - 1]?.title ?? ''
        const toPassword = step === 1 ? onPasswordMissing : undefined
        return (
          <li key={step} className="flex items-start gap-3 px-4 py-3 sm:px-5">
            <div className="grid min-w-0 grow gap-1">
              <h3 id={summarySectionId(step)} tabIndex={-1} className="text-base">
                {title}
              </h3>
              <dl className="grid gap-1 text-sm">
                {lines
                  .filter((line) => line.lines.length > 0)
                  .map((line) => (
                    <div key={line.label} className="grid gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
                      <dt className="text-ink-soft">{line.label}</dt>
                      <dd className="wrap-anywhere">
                        {line.lines.map((text) => (
                          <span key={text} className="block">
                            {text}
                          </span>
                        ))}
                      </dd>
                    </div>
                  ))}
              </dl>
            </div>
            <Button
              variant="quiet"
              size="small"
              disabled={disabled}
              aria-label={toPassword ? 'Escribir la contraseña' : `Editar: ${title}`}
              onClick={() => (toPassword ? toPassword() : onEdit(step))}
              className="-mr-2 shrink-0"
            >
              {toPassword ? 'Escribir' : 'Editar'}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** Empty values are left out. */
const filledTexts = (...texts: (string | undefined)[]) =>
  texts.map((text) => text?.trim() ?? '').filter((text) => text !== '')

/** A file that a reload has lost is listed as lost, not left out. */
function fileLine({ chosen, lost }: SummaryFiles, field: FileField, words: { ready: string; none: string }): string[] {
  if (chosen[field]) return [words.ready]
  const name = lost[field]
  return [name === undefined ? words.none : `${words.none}: vuelve a elegir «${name}» si quieres enviarlo`]
}

function personLines({ personalInfo }: RegistrationValues, files: SummaryFiles): Line[] {
  return [
    { label: 'Nombre', lines: filledTexts(personalInfo.fullName) },
    { label: 'Especialidades', lines: filledTexts(personalInfo.specialties) },
    { label: 'Foto', lines: fileLine(files, 'profilePhoto', { ready: 'Lista para enviar', none: 'Sin foto' }) },
  ]
}

function centerLines({ centerInfo, personalInfo }: RegistrationValues, files: SummaryFiles): Line[] {
  const place = filledTexts(centerInfo.neighborhood, centerInfo.department).join(', ')
  return [
    { label: 'Nombre', lines: [centerNameOf(centerInfo.centerName.trim() || personalInfo.fullName.trim())] },
    { label: 'Dirección', lines: filledTexts(centerInfo.address, place) },
    {
      label: 'En el mapa',
      lines: [centerInfo.pin ? 'Punto puesto' : 'Sin el punto: por ahora los pacientes leen «ubicación aproximada»'],
    },
    { label: 'Contacto', lines: filledTexts(centerInfo.contactPhone, centerInfo.alternativeEmail) },
    { label: 'Redes', lines: filledTexts(centerInfo.instagram, centerInfo.facebook) },
    { label: 'Logo', lines: fileLine(files, 'logo', { ready: 'Listo para enviar', none: 'Sin logo' }) },
  ]
}

function availabilityLines({ availability }: RegistrationValues): Line[] {
  const hours = hoursInWords(availability)
  return [
    { label: 'Horario', lines: hours.length > 0 ? hours : ['Sin horario: nadie podrá reservar todavía'] },
    { label: 'Modalidad', lines: [availability.modality.join(', ')] },
    { label: 'Sesión', lines: [`${availability.sessionDuration} minutos`] },
    { label: 'Videollamadas', lines: videoCallLines(availability) },
    { label: 'Cancelación', lines: filledTexts(availability.cancellationPolicy) },
  ]
}

/** Without the link, patients can book no video calls. */
function videoCallLines({ modality, platform, videoLink }: RegistrationValues['availability']): string[] {
  if (!needsPlatform(modality)) return []
  return filledTexts(platform, videoLink || 'Sin el enlace de la sala: no ofrecerás horas por videollamada')
}

function serviceLines({ services }: RegistrationValues, files: SummaryFiles): Line[] {
  return [
    { label: 'Descripción', lines: filledTexts(services.servicesList) },
    {
      label: 'Con precio',
      lines: services.priced.map(
        (row) => `${row.name.trim()}: ${formatMoney(typedMoney(row.price) ?? 0)}, ${row.duration} min`,
      ),
    },
    { label: 'Idiomas', lines: filledTexts(services.languages) },
    {
      label: 'Certificaciones',
      lines: fileLine(files, 'certifications', { ready: 'Documento listo para enviar', none: 'Sin documento' }),
    },
  ]
}
