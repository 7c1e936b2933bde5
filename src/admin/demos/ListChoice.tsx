import { Select } from '#src/ui/Select.tsx'

const lists = [
  { value: '/_cwa/pages', label: 'Pages' },
  { value: '/_cwa/layouts', label: 'Layouts' },
  { value: '/_cwa/routes', label: 'Routes' },
  { value: '/_cwa/users', label: 'Users' },
  { value: '/_cwa/data', label: 'Types of data' },
]

/** Returns the path of the list that a query string names; that of the pages by default. */
export const listIn = (search: string) => {
  const named = new URLSearchParams(search).get('list')
  return lists.find(({ value }) => value === named)?.value ?? lists[0]!.value
}

interface ListChoiceProps {
  value: string
  onChoose: (listPath: string) => void
}

/** Chooses one of the lists of the admin area. */
export const ListChoice = ({ value, onChoose }: ListChoiceProps) => (
  <Select label="List" value={value} options={lists} onChange={onChoose} />
)
