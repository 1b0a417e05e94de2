// Throws the dice of a sheet: the same descriptions as in chargen/dice/throw.py, from the data of chargen/page/roll_list.py.

// Return a chance such as 19/36 as its numerator and denominator.
const parse = (text) => { const [above, below = "1"] = text.split("/"); return [BigInt(above), BigInt(below)]; };

// Return a random number from 0 to number - 1. A draw above the last full multiple of it is repeated: no number is likelier.
const drawn = new Uint32Array(1);
const randomBelow = (number) => {
  const end = 2 ** 32 - (2 ** 32 % number);
  do crypto.getRandomValues(drawn); while (drawn[0] >= end);
  return drawn[0] % number;
};
const throwDie = (sides) => 1 + randomBelow(sides);

// Return a roll of the page's list: groups of dice, measures and results, or a text with the chances of its outcomes.
const readRoll = ({ dice, results, rolls }, number) => {
  const [first, second, shift] = rolls[number];
  if (typeof first === "string") return { text: first, chances: second };
  const [groups, measures] = dice[first];
  const bound = (place, limit) => (limit === null || place ? limit : limit + shift);
  return {
    groups: groups.map(([sides, name, keep, trumps, step]) => ({ sides, name, keep, trumps, step })),
    measures: measures.map(([how, worth, bonus, group]) => ({ how, worth, bonus, group })),
    results: results[second].map(([name, wanted, bounds]) => ({
      name, wanted, bounds: bounds.map(([place, low, high]) => [place, bound(place, low), bound(place, high)]),
    })),
  };
};

const startOf = ({ how, bonus }) => ({ sum: bonus, product: 1, lowest: 0 })[how];
const addDie = ({ how, worth }, number, face) => {
  const counted = worth.length ? worth[face - 1] : face;
  if (how === "sum") return number + counted;
  if (how === "product") return number * counted;
  return number ? Math.min(number, counted) : counted;
};
const findResult = (results, numbers) => results.find(({ bounds }) => bounds.every(([place, low, high]) =>
  (low === null || numbers[place] >= low) && (high === null || numbers[place] <= high)));

// Return what the dice of a group show. Of dice that are kept, each that shows its highest face is thrown once more.
// A trump counts as its step, and its die is thrown again, as often as trumps come.
const throwGroup = ({ sides, keep, trumps, step }) => {
  if (trumps) {
    return sides.map((most) => {
      const chain = [];
      let face;
      while (trumps.includes((face = throwDie(most)))) chain.push(step);
      chain.push(face);
      return { number: chain.reduce((sum, one) => sum + one), shown: chain.join("+"), counts: true };
    });
  }
  const faces = sides.map(throwDie);
  if (!keep) return faces.map((face) => ({ number: face, shown: `${face}`, counts: true }));
  const kept = faces.map((_, die) => die).sort((one, other) => faces[other] - faces[one]).slice(0, keep);
  return faces.map((face, die) => {
    if (!kept.includes(die)) return { number: face, shown: `(${face})`, counts: false };
    if (face < sides[die]) return { number: face, shown: `${face}`, counts: true };
    const again = throwDie(sides[die]);
    return { number: face + again, shown: `${face}+${again}`, counts: true };
  });
};

// Return a throw: its dice, its outcome, and what the dice come to, in words.
const throwRoll = (roll) => {
  if (roll.chances) {
    let left = (randomBelow(2 ** 31) + randomBelow(2 ** 21) / 2 ** 21) / 2 ** 31;
    const found = roll.chances.find(([, chance]) => { const [above, below = 1] = chance.split("/"); left -= above / below; return left < 0; });
    return { dice: [], sum: roll.text, outcome: (found ?? roll.chances.at(-1))[0], wanted: true };
  }
  const thrown = roll.groups.map(throwGroup);
  const numbers = roll.measures.map((measure) =>
    thrown[measure.group].filter(({ counts }) => counts).reduce((number, die) => addDie(measure, number, die.number), startOf(measure)));
  const dice = thrown.flatMap((group, place) => group.map((die) => ({ ...die, name: roll.groups[place].name })));
  const { name, wanted } = findResult(roll.results, numbers);
  return { dice, outcome: name, wanted, get sum() { return sumUp(roll.measures[0], dice, numbers[0]); } };
};
const sumUp = ({ how, worth, bonus }, dice, number) => {
  const faces = dice.map(({ name, shown }) => `${name} ${shown}`.trim());
  if (worth.length || how === "lowest" || !faces.length) return faces.join(", ");
  const added = bonus ? ` ${bonus < 0 ? "−" : "+"} ${Math.abs(bonus)}` : "";
  const together = faces.join(how === "product" ? " × " : " + ") + added;
  return /[×+−]/.test(together) ? `${together} = ${number}` : together;
};

// Return the exact chance of each outcome, as a numerator and a denominator.
const chancesOf = (roll) => {
  if (roll.chances) return new Map(roll.chances.map(([name, chance]) => [name, parse(chance)]));
  const { groups, measures, results } = roll;
  let states = new Map([[measures.map(startOf).join(), 1n]]);
  const addFaces = (faces, place) => {
    const after = new Map();
    for (const [state, weight] of states) {
      const numbers = state.split(",").map(Number);
      for (const [face, factor] of faces) {
        const next = measures.map((measure, index) => (measure.group === place ? addDie(measure, numbers[index], face) : numbers[index])).join();
        after.set(next, (after.get(next) ?? 0n) + weight * factor);
      }
    }
    states = after;
  };
  const bounds = results.flatMap((result) => result.bounds.flatMap(([, low, high]) => [low ?? 0, high ?? 0]));
  const highest = 1 + Math.max(0, ...bounds.map(Math.abs)) + measures.reduce((sum, { bonus }) => sum + Math.abs(bonus), 0);
  groups.forEach((group, place) => {
    const { sides, keep } = group;
    if (keep) addFaces(keptSums(sides.length, keep, sides[0]), place);
    else for (const most of sides) addFaces(facesOf(group, most, highest), place);
  });
  const found = new Map(results.map(({ name }) => [name, 0n]));
  let total = 0n;
  for (const [state, weight] of states) {
    const { name } = findResult(results, state.split(",").map(Number));
    found.set(name, found.get(name) + weight);
    total += weight;
  }
  return new Map([...found].map(([name, weight]) => [name, [weight, total]]));
};

// Return the weight of each number of a die; of a chain of trumps, the highest that matters and more together.
const facesOf = ({ trumps, step }, sides, highest) => {
  const faces = [...Array(sides).keys()].map((face) => face + 1);
  if (!trumps) return faces.map((face) => [face, 1n]);
  const [plain, last, often] = [faces.filter((face) => !trumps.includes(face)), Math.ceil(highest / step), BigInt(trumps.length)];
  const weights = [...Array(last + 1).keys()].flatMap((number) =>
    plain.map((face) => [number * step + face, often ** BigInt(number) * BigInt(sides) ** BigInt(last - number)]));
  return [...weights, [(last + 1) * step + sides, often ** BigInt(last + 1)]];
};

// Return the weights of the sum of the highest `keep` dice, of which each with the highest face is thrown once more.
// From the highest face down: how many of the dice that are left show it.
const keptSums = (number, keep, sides) => {
  const choose = (all, some) => { let ways = 1n; for (let one = 0; one < some; one++) ways = (ways * BigInt(all - one)) / BigInt(one + 1); return ways; };
  const add = (map, key, weight) => map.set(key, (map.get(key) ?? 0n) + weight);
  let states = new Map([[`${number},0`, 1n]]);
  for (let face = sides; face; face--) {
    const after = new Map();
    for (const [state, weight] of states) {
      const [left, sum] = state.split(",").map(Number);
      for (let showing = face > 1 ? 0 : left; showing <= left; showing++) {
        const counted = Math.min(showing, Math.max(keep - number + left, 0));
        let sums = new Map([[sum + counted * face, weight * choose(left, showing)]]);
        for (let die = 0; die < counted; die++) {
          const more = new Map();
          for (const [before, ways] of sums) {
            // A die that is not thrown again weighs as much as one that is.
            if (face < sides) add(more, before, ways * BigInt(sides));
            else for (let again = 1; again <= sides; again++) add(more, before + again, ways);
          }
          sums = more;
        }
        for (const [after_, ways] of sums) add(after, `${left - showing},${after_}`, ways);
      }
    }
    states = after;
  }
  return [...states].map(([state, weight]) => [Number(state.split(",")[1]), weight]);
};
