/** The header's links, only to existing pages. A new page adds its line. */
export const mainDestinations = [
  { to: '/services', label: 'Servicios' },
  { to: '/centers', label: 'Centros' },
  { to: '/promotions', label: 'Promociones' },
  { to: '/loyalty', label: 'Lealtad' },
  { to: '/contact', label: 'Contacto' },
] as const

/** The links of the user's account are inserted between these. */
export const footerGroups = {
  find: {
    title: 'Encontrar',
    links: [
      { to: '/centers', label: 'Centros' },
      { to: '/search-centers', label: 'Búsqueda con filtros' },
      { to: '/services', label: 'Servicios' },
    ],
  },
  help: {
    title: 'Ayuda',
    links: [
      { to: '/faq', label: 'Preguntas frecuentes' },
      { to: '/contact', label: 'Contacto' },
      { to: '/terms', label: 'Términos y condiciones' },
      { to: '/privacy', label: 'Política de privacidad' },
    ],
  },
} as const
