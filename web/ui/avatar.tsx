import { classNames } from './class-names.ts'
import { useImageFailure } from './image-failure.ts'

export type AvatarSize = 'small' | 'medium' | 'large' | 'huge'

export type AvatarProps = {
  name: string | null | undefined
  src?: string | null
  size?: AvatarSize
  className?: string
}

const sizes = {
  small: { box: 'size-9 text-base', pixels: 36 },
  medium: { box: 'size-12 text-lg', pixels: 48 },
  large: { box: 'size-18 text-xl', pixels: 72 },
  huge: { box: 'size-28 text-2xl', pixels: 112 },
}

/** The picture width in pixels for this size, on screens with two device pixels per CSS pixel. */
export function avatarWidth(size: AvatarSize): number {
  return sizes[size].pixels * 2
}

/**
 * The photo, else the first letter of the name, else U. Decorative: the name is beside it or on the button around it. A portrait
 * that does not load says so where the sentence fits.
 */
export function Avatar({ name, src, size = 'medium', className }: AvatarProps) {
  const { box, pixels } = sizes[size]
  const { failed, handlers } = useImageFailure(src)
  const look = classNames('shrink-0 rounded-full', box, className)
  if (src && !failed)
    return (
      <img
        {...handlers}
        src={src}
        alt=""
        width={pixels}
        height={pixels}
        loading="lazy"
        decoding="async"
        className={classNames('bg-sand object-cover', look)}
      />
    )
  if (src && pixels >= sizes.large.pixels)
    return (
      <span
        className={classNames(
          'inline-flex items-center justify-center overflow-hidden bg-sand p-1 text-center text-xs leading-tight text-ink-soft',
          look,
        )}
      >
        Error al cargar imagen
      </span>
    )
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-flex items-center justify-center bg-action-soft font-semibold text-action', look)}
    >
      {(Array.from(name?.trim() ?? '')[0] ?? 'U').toLocaleUpperCase('es')}
    </span>
  )
}
