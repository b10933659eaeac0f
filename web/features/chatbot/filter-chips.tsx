import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatDay } from '#shared/format-day.ts';
import { operatorNames } from '#web/lib/search-filter.ts';
import { type FilterFields, noFilters } from './chat-filters.ts';
import classes from './chips.module.css';

interface FilterChipsProps {
  fields: FilterFields;
  onChange: (fields: FilterFields) => void;
}

/** The filters that the person has set. Each can be removed. */
export function FilterChips({ fields, onChange }: FilterChipsProps) {
  const { priorityDate, publicationDate, cpc, kindCode } = fields;
  const words = (name: string, criterion: FilterFields['priorityCriterion'], day: string) =>
    `${name} ${operatorNames[criterion].toLowerCase()} ${formatDay(day)}`;
  const chips: [string, Partial<FilterFields>][] = [
    ...(priorityDate
      ? [chip(words('Priority date', fields.priorityCriterion, priorityDate), { priorityDate: '' })]
      : []),
    ...(publicationDate
      ? [
          chip(words('Publication date', fields.publicationCriterion, publicationDate), {
            publicationDate: '',
          }),
        ]
      : []),
    ...(cpc.trim() ? [chip(`CPC ${cpc.trim()}`, { cpc: noFilters.cpc })] : []),
    ...(kindCode.trim() ? [chip(`Kind code ${kindCode.trim()}`, { kindCode: '' })] : []),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Filters that you have set">
      {chips.map(([text, without]) => (
        <li key={text}>
          <Button
            size="compact-sm"
            variant="light"
            rightSection={<IconX size={14} stroke={1.6} aria-hidden />}
            aria-label={`Remove the filter: ${text}`}
            onClick={() => onChange({ ...fields, ...without })}
          >
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const chip = (text: string, without: Partial<FilterFields>): [string, Partial<FilterFields>] => [
  text,
  without,
];
