/**
 * The section of a centre's dashboard to which a notification leads. It names the centre, because its reader may work at others.
 * The names are those of the URL (web/features/practice/practice-search.ts).
 */
export const centerPage = (
  centerId: string,
  section: 'dinero' | 'documentos' | 'equipo' | 'mensajes' | 'opiniones' | 'pacientes',
) => `/center/dashboard?${new URLSearchParams({ seccion: section, centro: centerId })}`
