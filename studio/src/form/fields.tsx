// Fields of one value: a text, a number with what each step would do, a choice, a switch.

import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { chooseFiles } from "../download";
import { Findings, Help, SurpriseButton } from "./help";
import { Tray } from "./ideas";
import { budgetName, signed, titled, type Effect, type FormContext, type Single, type Step, type Value } from "./types";

/** How many values on either side of the present one are tried when a number is looked at. */
const AROUND = 2;
/** How long a field is looked at before its effects are asked for, in milliseconds. */
const A_LOOK = 120;
/** The keys that nothing can be drawn for: only the player knows them. */
const OF_THE_PLAYER = ["player", "portrait", "notes", "campaign"];

/** The name of a field for those who hear it: within an entry, with that entry, as `variations 1 requires grit`. */
export const spokenName = ({ path, label }: Single) =>
  path.length < 3 ? label : path.map((step) => (typeof step === "number" ? step + 1 : step)).join(" ").replaceAll("_", " ");

/** Write the value of a field; an empty one is taken out of the file. */
export function setField(context: FormContext, field: Single, value: Value) {
  context.change(value === "" || value === null ? { path: field.path, remove: true } : { path: field.path, value });
}

export function SingleField({ field, context }: { field: Single; context: FormContext }) {
  const id = useId();
  const set = (value: Value) => setField(context, field, value);
  const input =
    field.kind === "switch" ? (
      <input id={id} type="checkbox" checked={field.value === true} onChange={(event) => set(event.currentTarget.checked === (field.usual ?? false) ? null : event.currentTarget.checked)} />
    ) : field.kind === "choice" ? (
      <ChoiceInput id={id} field={field} context={context} onSet={set} />
    ) : field.kind === "number" ? (
      <NumberInput id={id} field={field} context={context} onSet={set} />
    ) : (
      <TextInput id={id} field={field} onSet={set} />
    );
  const isDrawn = field.path.length === 1 && !OF_THE_PLAYER.includes(field.label);
  const isText = field.kind === "text";
  const options = isText ? field.options : [];
  return (
    <div class={`field ${field.kind}`}>
      <span class="label">
        <label for={id}>{titled(field.label)}</label>
        <Help field={field} context={context} />
      </span>
      <div class="value">
        {input}
        {field.label === "portrait" && <PictureButton context={context} />}
        {isDrawn && <SurpriseButton path={field.path} label={field.label} context={context} />}
        <Tray path={field.path} label={field.label} options={options} isDrawn={isDrawn && isText} context={context} onTake={set} written={(value) => ({ path: field.path, value })} />
      </div>
      {field.fact && <span class="about">{field.fact}</span>}
      <Findings findings={field.findings} context={context} />
    </div>
  );
}

/** A button that takes a picture from the user's disk; one can be dropped on it, too. */
function PictureButton({ context }: { context: FormContext }) {
  const take = ([picture]: File[]) => picture && context.addPortrait(picture);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    take([...(event.dataTransfer?.files ?? [])]);
  };
  return (
    <button
      type="button"
      title="Or drop a picture here. It is scaled down, and loses where and when it was taken."
      onClick={() => chooseFiles("image/*", false, take)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      Choose …
    </button>
  );
}

function TextInput({ id, field, onSet }: { id: string; field: Single; onSet: (value: Value) => void }) {
  const value = field.value === null || field.value === undefined ? "" : String(field.value);
  // What was written last: the form may not show it yet.
  const written = useRef(value);
  useEffect(() => void (written.current = value), [value]);
  const commit = (text: string) => {
    if (text === written.current) return;
    written.current = text;
    onSet(text);
  };
  if (field.long) {
    return (
      <textarea id={id} key={value} rows={4} onBlur={(event) => commit(ended(event.currentTarget.value, value))}>
        {value}
      </textarea>
    );
  }
  const list = field.options.length > 0 ? `${id}-options` : undefined;
  return (
    <>
      <input
        id={id}
        key={value}
        type="text"
        autocomplete="off"
        placeholder={field.hint}
        defaultValue={value}
        {...(list ? { list } : {})}
        onChange={(event) => commit(event.currentTarget.value.trim())}
      />
      {list && (
        <datalist id={list}>
          {field.options.map((option) => (
            <option value={String(option.value)}>{option.about}</option>
          ))}
        </datalist>
      )}
    </>
  );
}

/** Return a text of several lines with the end that the file has. */
const ended = (text: string, before: string) => (before.endsWith("\n") && text ? `${text.trimEnd()}\n` : text);

function ChoiceInput(props: { id: string; field: Single; context: FormContext; onSet: (value: Value) => void }) {
  const { id, field, context, onSet } = props;
  const { effects, watched } = useEffects(context, field.path, field.options.map(({ value }) => value));
  return (
    <span class="stepper" {...watched}>
      <select id={id} value={String(field.value ?? "")} onChange={(event) => onSet(event.currentTarget.value)}>
        <option value="">{field.usual == null ? "–" : `– (${field.usual})`}</option>
        {field.options.map((option) => (
          <option value={String(option.value)} title={option.about}>
            {String(option.value)}
          </option>
        ))}
      </select>
      <Effects effects={effects} present={field.value} context={context} onSet={onSet} />
    </span>
  );
}

export function NumberInput(props: {
  id?: string;
  field: Single;
  context: FormContext;
  label?: string;
  onSet: (value: Value) => void;
}) {
  const { field, context, onSet } = props;
  const name = props.label ?? spokenName(field);
  const offered = field.options.map((option) => option.value).filter((value) => typeof value === "number");
  const present = typeof field.value === "number" ? field.value : null;
  const usual = typeof field.usual === "number" ? field.usual : null;
  const start = present ?? usual ?? Math.max(0, field.low ?? 0);
  const steps = neighbours(start, offered, field);
  const { effects, watched } = useEffects(context, field.path, steps);
  const isText = typeof field.value === "string" && field.value !== "";
  const step = (by: 1 | -1) => {
    if (isText) return;
    const next = offered.length > 0 ? offered[offered.indexOf(start) + by] : start + by;
    if (next !== undefined) onSet(next);
  };
  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    step(event.key === "ArrowUp" ? 1 : -1);
  };
  const commit = (text: string) => {
    const number = Number(text.replace("−", "-"));
    if (text.trim() === "") onSet(null);
    else if (Number.isInteger(number)) onSet(number);
    else onSet(text.trim());
  };
  return (
    <span class="stepper" {...watched}>
      <button type="button" aria-label={`${name}: less`} disabled={isText} onClick={() => step(-1)}>
        −
      </button>
      <input
        {...(props.id ? { id: props.id } : { "aria-label": name })}
        key={String(field.value)}
        type="text"
        placeholder={usual === null ? field.hint : signed(usual)}
        inputMode={field.free ? "text" : "numeric"}
        autocomplete="off"
        defaultValue={typeof field.value === "number" ? signed(field.value) : String(field.value ?? "")}
        onKeyDown={onArrow}
        onChange={(event) => commit(event.currentTarget.value)}
      />
      <button type="button" aria-label={`${name}: more`} disabled={isText} onClick={() => step(1)}>
        +
      </button>
      {field.chance && <output title={field.dice}>{field.chance}</output>}
      <Effects effects={effects} present={present} context={context} onSet={onSet} />
    </span>
  );
}

/** What some values of a field would do, while it is looked at, and the handlers that notice that it is. */
export function useEffects(context: FormContext, path: Step[], values: Value[]) {
  const [effects, setEffects] = useState<Effect[]>([]);
  const [isWatched, setWatched] = useState(false);
  useEffect(() => {
    if (!isWatched) return setEffects([]);
    let isWanted = true;
    const ask = () => void context.effects(path, values).then((found) => isWanted && setEffects(found));
    const waiting = setTimeout(ask, A_LOOK);
    // Also where only the pointer is over it.
    const close = (event: KeyboardEvent) => event.key === "Escape" && setWatched(false);
    addEventListener("keydown", close);
    return () => {
      isWanted = false;
      clearTimeout(waiting);
      removeEventListener("keydown", close);
    };
  }, [isWatched, context.text]);
  const holds = (around: EventTarget | null, node: EventTarget | null) => (around as HTMLElement).contains(node as Node | null);
  const watched = {
    onFocusIn: () => setWatched(true),
    onFocusOut: (event: FocusEvent) => holds(event.currentTarget, event.relatedTarget) || setWatched(false),
    onMouseEnter: () => setWatched(true),
    onMouseLeave: (event: MouseEvent) => holds(event.currentTarget, document.activeElement) || setWatched(false),
  };
  return { effects, watched };
}

/**
 * What other values would do: `5  53 % → 64 %`. They are for the pointer: the arrow keys try the values, so that the Tab
 * key has no more stops.
 */
export function Effects(props: { effects: Effect[]; present: Value; context: FormContext; onSet: (value: Value) => void }) {
  const list = useRef<HTMLUListElement>(null);
  const shown = props.effects.filter((effect) => effect.value !== props.present && (effect.then || effect.problem));
  useLayoutEffect(() => {
    if (list.current) placeBeside(list.current);
  });
  if (shown.length === 0) return null;
  return (
    <ul class="effects" ref={list}>
      {shown.map((effect) => (
        <li class={effect.problem ? "illegal" : ""}>
          <button type="button" tabIndex={-1} title={effect.problem} onClick={() => props.onSet(effect.value)}>
            <b>{typeof effect.value === "number" ? signed(effect.value) : String(effect.value)}</b>{" "}
            {effect.roll && <i>{effect.roll}</i>} {effect.now && effect.now !== effect.then ? `${effect.now} → ${effect.then}` : effect.then}
            <small>{effect.problem ? "" : price(effect, props.context.left)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Put a list beside what it belongs to, within the pane, where it covers the fewest fields: right, left, above or below.
 * Fields that it covers nevertheless get the clicks on them.
 */
function placeBeside(list: HTMLElement) {
  const pane = list.closest(".form")?.getBoundingClientRect();
  const owner = list.parentElement;
  if (!pane || !owner) return;
  const own = owner.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const within = (at: number, low: number, high: number) => Math.max(low, Math.min(at, high));
  const across = within(own.left, pane.left, pane.right - width);
  const downs = [own.top + own.height / 2 - height / 2, own.top, own.bottom - height].map((top) => within(top, pane.top, pane.bottom - height));
  const others = [...(list.closest(".form")?.querySelectorAll("input, select, textarea, button, summary") ?? [])]
    .filter((field) => !owner.contains(field))
    .map((field) => field.getBoundingClientRect());
  const places = [
    ...downs.map((down) => [own.right, down]),
    ...downs.map((down) => [own.left - width, down]),
    [across, own.top - height],
    [across, own.bottom],
  ].map(([left = 0, top = 0]) => {
    const isOutside = left < pane.left || left + width > pane.right || top < pane.top || top + height > pane.bottom;
    const covered = others.filter(
      (field) => field.left < left + width && field.right > left && field.top < top + height && field.bottom > top,
    ).length;
    return { left, top, covered, badness: covered + (isOutside ? others.length : 0) };
  });
  const best = places.reduce((one, other) => (other.badness < one.badness ? other : one));
  list.style.left = `${best.left - own.left}px`;
  list.style.top = `${best.top - own.top}px`;
  list.style.pointerEvents = best.covered ? "none" : "";
}

/** What an effect costs or gives back: ` −5 EP`. */
function price(effect: Effect, left: Record<string, number | null>): string {
  const changed = Object.entries(effect.left).filter(([name, value]) => value !== null && left[name] != null && value !== left[name]);
  return changed
    .map(([name, value]) => {
      const by = Number(value) - Number(left[name]);
      return ` ${by > 0 ? "+" : ""}${signed(by)} ${budgetName(name)}`;
    })
    .join(",");
}

function neighbours(present: number, offered: number[], field: Single): number[] {
  if (offered.length > 0) return offered;
  const values = [];
  for (let by = -AROUND; by <= AROUND; by++) {
    const value = present + by;
    if (value >= (field.low ?? -Infinity) && value <= (field.high ?? Infinity)) values.push(value);
  }
  return values;
}
