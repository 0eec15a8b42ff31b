import { useState } from 'react'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { CsvButton } from '#web/ui/csv-button.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { RotationDots } from '#web/ui/rotation-dots.tsx'
import { timeButtonClass } from '#web/ui/time-button-class.ts'
import { useRotation } from '#web/ui/use-rotation.ts'
import Search from '~icons/lucide/search'

import { Family, Specimen } from './specimen.tsx'

const variants = ['primary', 'secondary', 'quiet', 'quietDanger', 'danger'] as const
const icon = <Search aria-hidden="true" className="size-5" />

export function Actions() {
  const rotation = useRotation({ count: 3, everyMs: 4000 })
  const [list] = useState({ current: null })
  return (
    <Family title="Acciones">
      <Specimen name="Button" wide>
        {variants.map((variant) => (
          <div key={variant} className="flex flex-wrap items-center gap-3">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} icon={icon}>
              Con ícono
            </Button>
            <Button variant={variant} pending pendingLabel="Guardando…">
              Guardar
            </Button>
            <Button variant={variant} disabled>
              Desactivado
            </Button>
            <Button variant={variant} aria-disabled>
              Falta algo
            </Button>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <Button size="small">Chico</Button>
          <Button size="medium">Mediano</Button>
          <Button size="large">Grande</Button>
          <Button render={<a href="#main">Enlace</a>}>Enlace</Button>
        </div>
      </Specimen>
      <Specimen name="CsvButton">
        <CsvButton address={() => Promise.resolve({ url: 'data:text/csv,Código;Usos' })} />
      </Specimen>
      <Specimen name="IconButton">
        <div className="flex gap-3">
          <IconButton label="Buscar" icon={icon} />
          <IconButton label="Buscar, desactivado" icon={icon} disabled />
        </div>
      </Specimen>
      <Specimen name="timeButtonClass">
        <div className="flex gap-3">
          <a href="#main" className={timeButtonClass()}>
            14:30
          </a>
          <a href="#main" className={timeButtonClass({ chosen: true })}>
            15:00
          </a>
        </div>
      </Specimen>
      <Specimen name="Menu">
        <Menu
          label="Acciones"
          trigger={icon}
          items={[
            { id: 'open', label: 'Abrir', href: '#main' },
            { id: 'line', separator: true },
            { id: 'delete', label: 'Eliminar', onSelect: () => undefined, isDangerous: true },
          ]}
        />
      </Specimen>
      <Specimen name="Anchor">
        <Anchor href="#main" className="link">
          Un enlace
        </Anchor>
      </Specimen>
      <Specimen name="MoreButton">
        <MoreButton list={list} more={() => Promise.resolve()} pending={false} />
        <MoreButton list={list} more={() => Promise.resolve()} pending />
      </Specimen>
      <Specimen name="CursorList">
        <CursorList
          pages={{
            items: ['Una', 'Otra'],
            more: () => Promise.resolve(),
            loadingMore: false,
            query: { error: null, isFetching: false, refetch: () => undefined },
          }}
          loading="Cargando"
          failed="No se pudo cargar"
          skeletons={null}
          empty={null}
        >
          {(item) => (
            <li key={item} className="px-4 py-3">
              {item}
            </li>
          )}
        </CursorList>
      </Specimen>
      <Specimen name="CopyableValue">
        <CopyableValue
          label="Código"
          value="BIENVENIDA"
          copyLabel="Copiar"
          copied="Código copiado"
          denied={{ title: 'No se pudo copiar', description: 'Está seleccionado: cópialo a mano.' }}
        />
      </Specimen>
      <Specimen name="RotationDots">
        <RotationDots rotation={rotation} labels={['Uno', 'Dos', 'Tres']} noun="el ejemplo" />
      </Specimen>
    </Family>
  )
}
