import { useState } from 'react'

import { DayStrip } from '#web/ui/day-strip.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TimeGrid } from '#web/ui/time-grid.tsx'

import { Family, Specimen } from './specimen.tsx'

const days = [0, 3, 5, 1, 8, 2, 0].map((free, index) => ({
  id: `2026-11-${23 + index}`,
  weekday: ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'][index] ?? '',
  day: String(23 + index),
  label: `día ${23 + index} de noviembre`,
  free,
}))
const groups = [
  {
    id: 'morning',
    label: 'Mañana',
    times: [
      { id: '9', label: '09:00' },
      { id: '10', label: '10:00', disabled: true },
    ],
  },
  { id: 'afternoon', label: 'Tarde', times: [{ id: '15', label: '15:00' }] },
]
const cards = [
  { value: 'presencial', label: 'Presencial', description: 'En el centro' },
  { value: 'online', label: 'Online', description: 'Por videollamada', trailing: '$ 1.200' },
  { value: 'domicilio', label: 'A domicilio', disabled: true },
]
const steps = [
  { id: 'what', label: 'Qué' },
  { id: 'when', label: 'Cuándo' },
  { id: 'confirm', label: 'Confirmar' },
]

export function Choices() {
  const [day, setDay] = useState<string | undefined>('2026-11-24')
  const [time, setTime] = useState<string | undefined>('9')
  const [tab, setTab] = useState('one')
  const [place, setPlace] = useState('presencial')
  return (
    <Family title="Elecciones">
      <Specimen name="RadioCards" wide>
        <RadioCards
          legend="Modalidad"
          name="place"
          options={cards}
          columns={3}
          value={place}
          onChange={(event) => setPlace(event.currentTarget.value)}
        />
        <RadioCards legend="Modalidad, con error" name="place-error" options={cards} columns={3} error="Elige una." />
      </Specimen>
      <Specimen name="FieldGroup">
        <FieldGroup legend="Días" hint="Los que atienden." error="Elige al menos uno.">
          <p>Sus campos</p>
        </FieldGroup>
      </Specimen>
      <Specimen name="DayStrip" wide>
        <DayStrip legend="Día" range="23 al 29 de noviembre" days={days} value={day} onChange={setDay} name="day" />
        <DayStrip
          legend="Día, mientras carga"
          range="23 al 29 de noviembre"
          days={days}
          value={undefined}
          onChange={setDay}
          name="day-pending"
          pending
        />
      </Specimen>
      <Specimen name="TimeGrid" wide>
        <TimeGrid groups={groups} value={time} onSelect={setTime} />
        <TimeGrid groups={groups} value={undefined} onSelect={setTime} pendingId="15" />
      </Specimen>
      <Specimen name="Tabs" wide>
        <Tabs
          label="Ejemplo"
          tabs={[
            { id: 'one', label: 'Próximas', count: 2 },
            { id: 'two', label: 'Historial' },
          ]}
          value={tab}
          onChange={setTab}
        >
          <p className="pt-3">{tab === 'one' ? 'Lo próximo' : 'Lo anterior'}</p>
        </Tabs>
      </Specimen>
      <Specimen name="Stepper" wide>
        <Stepper label="Pasos" steps={steps} current="when" onSelect={() => undefined} />
      </Specimen>
    </Family>
  )
}
