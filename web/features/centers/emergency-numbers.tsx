import { brand } from '#contract/brand.ts'
import { telHref } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'

export function EmergencyNumbers() {
  return (
    <Banner tone="blue" title="Si tú u otra persona corre peligro, llama ahora">
      <p>No esperes: te atienden por teléfono.</p>
      <ul className="mt-1 flex flex-wrap gap-x-6">
        {brand.emergency.map(({ name, number }) => (
          <li key={number}>
            <a
              href={telHref(number)}
              className="link inline-flex min-h-11 items-center font-semibold whitespace-nowrap"
            >
              {`${name}: ${number}`}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
