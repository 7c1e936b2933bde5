/** Opens an address beside the page: in a new tab, or in the program that handles it, such as for emails. */
export function openTab(href: string) {
  if (/^(mailto|tel):/i.test(href)) location.assign(href)
  else window.open(href, '_blank', 'noopener')
}
