import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Button } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'

import { Family, Specimen } from './specimen.tsx'

export function Navigation() {
  return (
    <Family title="Orientación">
      <Specimen name="Breadcrumb" wide>
        <Breadcrumb
          items={[{ label: 'Inicio', href: '/' }, { label: 'Centros', href: '/centers' }, { label: 'Faro' }]}
        />
      </Specimen>
      <Specimen name="Pagination" wide>
        <Pagination page={1} pageCount={2} hrefOf={(page) => `?page=${page}`} label="Dos páginas" />
        <Pagination page={6} pageCount={12} hrefOf={(page) => `?page=${page}`} label="Doce páginas" />
      </Specimen>
      <Specimen name="StickyBar" wide>
        <StickyBar className="justify-between">
          <span>Total: $ 1.250</span>
          <Button>Reservar</Button>
        </StickyBar>
      </Specimen>
    </Family>
  )
}
