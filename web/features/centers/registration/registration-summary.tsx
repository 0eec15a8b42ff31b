import { formatMoney } from '#web/platform/formats.ts'
import { typedMoney } from '#web/platform/typed-money.ts'
import { Button } from '#web/ui/button.tsx'

import { registrationSteps, type StepNumber } from './registration-steps.ts'
import type { RegistrationFiles, RegistrationValues } from './registration-values.ts'
import { hoursInWords } from './week-hours.ts'

type Line = { label: string; lines: readonly string[] }

/** Everything that is about to be sent, with the way back to each screen. */
export function RegistrationSummary({
  values,
  files,
  disabled,
  onChange,
}: {
  values: RegistrationValues
  files: RegistrationFiles
  disabled: boolean
  onChange: (step: StepNumber) => void
}) {
  const parts = [
    { step: 1, lines: [{ label: 'Correo', lines: [values.accessData.email] }] },
    { step: 2, lines: personLines(values, files) },
    { step: 3, lines: centerLines(values, files) },
    { step: 4, lines: availabilityLines(values) },
    { step: 5, lines: serviceLines(values, files) },
  ] as const
  return (
    <ul className="grid divide-y divide-line rounded-card border border-line">
      {parts.map(({ step, lines }) => {
        const title = registrationSteps[step - 1]?.title ?? ''
        return (
          <li key={step} className="flex items-start gap-3 px-4 py-3 sm:px-5">
            <div className="grid min-w-0 grow gap-1">
              <h3 className="text-base">{title}</h3>
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
              aria-label={`Cambiar: ${title}`}
              onClick={() => onChange(step)}
              className="-mr-2 shrink-0"
            >
              Cambiar
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** What was left empty is not listed. */
const given = (...texts: (string | undefined)[]) =>
  texts.map((text) => text?.trim() ?? '').filter((text) => text !== '')

function personLines({ personalInfo }: RegistrationValues, files: RegistrationFiles): Line[] {
  return [
    { label: 'Nombre', lines: given(personalInfo.fullName) },
    { label: 'Especialidades', lines: given(personalInfo.specialties) },
    { label: 'Foto', lines: [files.profilePhoto ? 'Lista para enviar' : 'Sin foto'] },
  ]
}

function centerLines({ centerInfo, personalInfo }: RegistrationValues, files: RegistrationFiles): Line[] {
  const place = given(centerInfo.neighborhood, centerInfo.department).join(', ')
  return [
    { label: 'Nombre', lines: given(centerInfo.centerName.trim() || personalInfo.fullName) },
    { label: 'Dirección', lines: given(centerInfo.address, place) },
    { label: 'Contacto', lines: given(centerInfo.contactPhone, centerInfo.alternativeEmail) },
    { label: 'Redes', lines: given(centerInfo.instagram, centerInfo.facebook) },
    { label: 'Logo', lines: [files.logo ? 'Listo para enviar' : 'Sin logo'] },
  ]
}

function availabilityLines({ availability }: RegistrationValues): Line[] {
  const hours = hoursInWords(availability)
  return [
    { label: 'Horario', lines: hours.length > 0 ? hours : ['Sin horario: nadie podrá reservar todavía'] },
    { label: 'Modalidad', lines: [availability.modality.join(', ')] },
    { label: 'Sesión', lines: [`${availability.sessionDuration} minutos`] },
    { label: 'Videollamadas', lines: given(availability.platform) },
    { label: 'Cancelación', lines: given(availability.cancellationPolicy) },
  ]
}

function serviceLines({ services }: RegistrationValues, files: RegistrationFiles): Line[] {
  return [
    { label: 'Descripción', lines: given(services.servicesList) },
    {
      label: 'Con precio',
      lines: services.priced.map(
        (row) => `${row.name.trim()}: ${formatMoney(typedMoney(row.price) ?? 0)}, ${row.duration} min`,
      ),
    },
    { label: 'Idiomas', lines: given(services.languages) },
    { label: 'Certificaciones', lines: [files.certification ? 'PDF listo para enviar' : 'Sin documento'] },
  ]
}
