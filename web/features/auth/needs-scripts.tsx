import { brand } from '#contract/brand.ts'
import { Banner } from '#web/ui/banner.tsx'

export function NeedsScripts() {
  return (
    // Not a noscript element, whose content React leaves out of the browser's own rendering.
    <div className="hidden noscript:block">
      <Banner tone="amber" title="Tu navegador tiene JavaScript desactivado">
        {`Este formulario lo necesita: actívalo y vuelve a cargar la página. Buscar centros y escribirnos desde Contacto funciona sin él${brand.phone === null ? '' : `; también puedes llamarnos al ${brand.phone}`}.`}
      </Banner>
    </div>
  )
}
