import { Banner } from '#web/ui/banner.tsx'

/** The page is for a link with a specialty that does not exist. */
export function UnknownSpecialty() {
  return (
    <Banner tone="blue" title="No conocemos la especialidad del enlace">
      La búsqueda no la tiene en cuenta.
    </Banner>
  )
}
