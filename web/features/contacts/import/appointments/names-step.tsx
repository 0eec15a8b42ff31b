import { formatCount } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { NamedProfessional } from './match-names.ts'
import type { AppointmentImport, AppointmentImportState } from './use-appointment-import.ts'

type State = Extract<AppointmentImportState, { step: 'names' }>

const notImported = 'No importar'

/** Who and what of the team each name of the file is, asked once for each name. */
export function NamesStep({ state, current }: { state: State; current: AppointmentImport }) {
  const { team, names, fault } = state
  const open = names.flatMap(({ services }) => services).filter(({ serviceId }) => serviceId === '').length
  return (
    <div className="grid gap-5">
      <p>
        Revisa a quién y a qué servicio de tu centro corresponde cada nombre del archivo. Vale para todas sus líneas.
      </p>
      <div role="status">
        {fault && <Banner tone="red">{fault}</Banner>}
        {!fault && open > 0 && (
          <Banner tone="amber">
            {open === 1
              ? 'Falta elegir 1 servicio: sus citas no entran hasta que lo elijas.'
              : `Falta elegir ${formatCount(open)} servicios: sus citas no entran hasta que los elijas.`}
          </Banner>
        )}
      </div>
      <ul className="grid gap-6">
        {names.map((named, index) => (
          <li key={named.name} className="grid gap-3">
            <SelectField
              label={named.name ? `Profesional: ${named.name}` : 'Profesional de las líneas que no lo dicen'}
              value={named.professionalId}
              options={[
                { value: '', label: notImported },
                ...team.map(({ id, name }) => ({ value: id, label: name, isName: true })),
              ]}
              onChange={(event) => current.setProfessional(index, event.target.value)}
            />
            {named.professionalId !== '' && <Services {...{ named, index, state, current }} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

type ServicesProps = { named: NamedProfessional; index: number; state: State; current: AppointmentImport }

function Services({ named, index, state, current }: ServicesProps) {
  const professional = state.team.find(({ id }) => id === named.professionalId)
  return (
    <ul className="grid gap-3 border-l-2 border-line pl-4">
      {named.services.map(({ name, serviceId }, service) => (
        <li key={name}>
          <SelectField
            label={name ? `Servicio: ${name}` : 'Servicio de las líneas que no lo dicen'}
            hint={named.name ? `Con ${named.name}` : undefined}
            value={serviceId}
            options={[
              { value: '', label: notImported },
              ...(professional?.services ?? []).map((each) => ({ value: each.id, label: each.name })),
            ]}
            onChange={(event) => current.setService(index, service, event.target.value)}
          />
        </li>
      ))}
    </ul>
  )
}

export function NamesFoot({ state, current }: { state: State; current: AppointmentImport }) {
  return (
    <>
      <Button variant="quiet" onClick={() => current.backToColumns(state.file)}>
        Volver a las columnas
      </Button>
      <Button onClick={() => void current.check(state)}>Revisar</Button>
    </>
  )
}
