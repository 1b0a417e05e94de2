// The names of a mapping, sorted into a column for each value.

import { useEffect, useState } from "preact/hooks";
import { draggable } from "./drag";
import { AnyField } from "./entries";
import { Findings } from "./help";
import { titled, type Effect, type FormContext, type Group, type LayoutOf, type Single } from "./types";

export function Columns({ layout, field, context }: { layout: LayoutOf<"columns">; field: Group; context: FormContext }) {
  const singles = field.fields as Single[];
  const isApart = (single: Single) => layout.apart.includes(single.label.toLowerCase());
  const sorted = singles.filter((single) => !isApart(single));
  const [chances, setChances] = useState<Effect[]>([]);
  const first = sorted[0];
  // What each column means is the same for all of its names, so it is asked once.
  useEffect(() => {
    if (first) void context.effects(first.path, layout.values).then(setChances);
  }, [first?.label]);
  const at = (single: Single) => (typeof single.value === "number" ? single.value : layout.unlisted);
  const put = (single: Single, value: number | undefined) => {
    if (value === undefined || value === at(single)) return;
    context.change(value === layout.unlisted ? { path: single.path, remove: true } : { path: single.path, value });
  };
  return (
    <>
      <p class="about">Drag each into its column, or use the arrows; with the keyboard, press the number. {layout.caption}</p>
      <div class="rating-columns" style={{ "--columns": layout.values.length }}>
        {layout.values.map((value, place) => (
          <section aria-label={`Rating ${value}`} data-drop={value} key={value}>
            <h3>
              {value} <output>{chances.find((effect) => effect.value === value)?.then}</output>
            </h3>
            <p class="about">
              {layout.details[place]?.map((line) => <span>{line} </span>)}
            </p>
            {sorted
              .filter((single) => at(single) === value)
              .map((single) => (
                <Chip
                  key={single.label}
                  single={single}
                  higher={layout.values[place - 1]}
                  lower={layout.values[place + 1]}
                  values={layout.values}
                  onPut={(next) => put(single, next)}
                />
              ))}
          </section>
        ))}
      </div>
      <Findings findings={sorted.flatMap(({ findings }) => findings)} context={context} />
      <div class="row">
        {singles.filter(isApart).map((single) => (
          <AnyField key={single.label} field={single} context={context} />
        ))}
      </div>
    </>
  );
}

function Chip(props: {
  single: Single;
  /** The value of the next column on either side; none at the edge. */
  higher: number | undefined;
  lower: number | undefined;
  values: number[];
  onPut: (value: number | undefined) => void;
}) {
  const { single, higher, lower, values, onPut } = props;
  const press = (event: KeyboardEvent) => {
    if (values.includes(Number(event.key))) onPut(Number(event.key));
    if (event.key === "ArrowLeft") onPut(higher);
    if (event.key === "ArrowRight") onPut(lower);
  };
  return (
    <div class="chip" title={single.about} onPointerDown={draggable((target) => onPut(Number(target)))} onKeyDown={press}>
      <button type="button" aria-label={`${single.label}: higher`} disabled={higher === undefined} onClick={() => onPut(higher)}>
        ‹
      </button>
      <span class="grip">
        {titled(single.label)}
        {single.fact && <small>{single.fact}</small>}
      </span>
      <button type="button" aria-label={`${single.label}: lower`} disabled={lower === undefined} onClick={() => onPut(lower)}>
        ›
      </button>
    </div>
  );
}
