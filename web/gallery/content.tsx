import { useState } from 'react'
import { Accordion } from '#web/ui/accordion.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Card } from '#web/ui/card.tsx'
import { DeskCode } from '#web/ui/desk-code.tsx'
import { Figures } from '#web/ui/figures.tsx'
import { Image } from '#web/ui/image.tsx'
import { PathList } from '#web/ui/path-list.tsx'
import { Price } from '#web/ui/price.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'
import Gift from '~icons/lucide/gift'

import { Family, Specimen } from './specimen.tsx'

const missing = '/no-hay-imagen.webp'

export function Content() {
  return (
    <Family title="Contenido">
      <Specimen name="Card">
        <Card>plain</Card>
        <Card look="sunken">sunken</Card>
        <Card look="floating">floating</Card>
      </Specimen>
      <Specimen name="Badge" wide>
        <div className="flex flex-wrap gap-3">
          <Badge>neutral</Badge>
          <Badge tone="action">action</Badge>
          <Badge tone="clay">clay</Badge>
          <Badge tone="blue">Próxima</Badge>
          <Badge tone="green">Completada</Badge>
          <Badge tone="amber">Pendiente</Badge>
          <Badge tone="red">Cancelada</Badge>
        </div>
      </Specimen>
      <Specimen name="VerifiedMark">
        <VerifiedMark />
        <VerifiedMark label="Centro verificado" />
      </Specimen>
      <Specimen name="Avatar" wide>
        <div className="flex items-end gap-3">
          <Avatar name="Ana" size="small" />
          <Avatar name="Bruno" />
          <Avatar name="Clara" size="large" />
          <Avatar name={null} size="huge" />
          <Avatar name="Diego" src={missing} />
          <Avatar name="Elena" src={missing} size="large" />
        </div>
      </Specimen>
      <Specimen name="Image">
        <Image src={null} alt="" width={240} height={160} className="h-40 rounded-card" />
        <Image src={missing} alt="Una foto" width={240} height={160} className="h-40 rounded-card" />
      </Specimen>
      <Specimen name="Stars">
        <Stars rating={4.8} reviewCount={127} />
        <Stars rating={4.8} reviewCount={1} compact />
        <Stars rating={0} reviewCount={0} />
      </Specimen>
      <Specimen name="StarRating">
        <StarRating value={3.5} />
      </Specimen>
      <Specimen name="DeskCode">
        <DeskCode code="K7M4QP" />
        <DeskCode code="R9W2HT" isHandedOver />
      </Specimen>
      <Specimen name="Price">
        <Price cents={125_000} />
        <Price cents={125_050} from />
        <Price cents={null} />
      </Specimen>
      <Specimen name="SummaryList">
        <SummaryList
          items={[
            { label: 'Servicio', value: 'Fisioterapia' },
            { label: 'Día', value: 'vie 20 nov, 14:30', icon: <Gift aria-hidden="true" /> },
          ]}
          total={{ label: 'Total', value: '$ 1.250' }}
        />
      </Specimen>
      <Specimen name="PathList">
        <PathList items={[{ Icon: Gift, text: 'Registro gratuito', detail: 'Buscar y reservar no cuesta nada.' }]} />
      </Specimen>
      <Specimen name="BarChart">
        <BarChart
          label="Ingresos por mes"
          bars={[
            { id: '1', label: 'sep', value: 8, part: 2 },
            { id: '2', label: 'oct', value: 12, part: 4 },
            { id: '3', label: 'nov', value: 0 },
          ]}
          format={(value) => `$ ${value}`}
          legend={{ value: 'Ingresos', part: 'En línea' }}
        />
      </Specimen>
      <Specimen name="TableFrame y SortHeader" wide>
        <SortedTable />
      </Specimen>
      <Specimen name="Accordion" wide>
        <Accordion
          defaultOpen="a"
          items={[
            { id: 'a', title: '¿Cómo reservo?', content: <p>Elige una hora libre.</p> },
            { id: 'b', title: '¿Cuánto cuesta?', content: <p>Nada.</p> },
          ]}
        />
      </Specimen>
      <Specimen name="Figures" wide>
        <Figures figures={[{ value: '500+', text: 'profesionales' }]} />
      </Specimen>
    </Family>
  )
}

function SortedTable() {
  const [order, setOrder] = useState<'name' | '-name'>('name')
  return (
    <TableFrame label="Personas">
      <table className="w-full text-left">
        <thead>
          <tr>
            <SortHeader label="Nombre" ascending="name" descending="-name" order={order} onOrder={setOrder} />
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className="px-3 py-2">Ana Suárez</td>
          </tr>
        </tbody>
      </table>
    </TableFrame>
  )
}
