(() => {
  const tasks = [...document.querySelectorAll('.task')];
  const sections = [...document.querySelectorAll('.section')];
  const controls = document.querySelector('.controls');
  const status = document.getElementById('status');
  const tag = document.getElementById('tag');
  const words = document.getElementById('words');
  const shown = document.getElementById('shown');

  const tagsOf = (task) => (task.dataset.tags ? task.dataset.tags.split('\n') : []);
  const titles = new Map(
    tasks.map((task) => [task, task.querySelector('.title').textContent.toLowerCase()]),
  );
  for (const name of [...new Set(tasks.flatMap(tagsOf))].sort()) tag.add(new Option(name, name));

  const fits = (task) =>
    (status.value === '' ||
      task.dataset.status === status.value ||
      task.dataset.state === status.value) &&
    (tag.value === '' || tagsOf(task).includes(tag.value)) &&
    titles.get(task).includes(words.value.trim().toLowerCase());

  const filter = () => {
    let count = 0;
    for (const task of tasks) task.hidden = true;
    for (const task of tasks) {
      if (!fits(task)) continue;
      count += 1;
      // What stands above a task says what it is a part of.
      for (let at = task; at; at = at.parentElement.closest('.task')) at.hidden = false;
    }
    const isFiltered = count < tasks.length;
    for (const section of sections) {
      section.hidden = isFiltered && !section.querySelector('.task:not([hidden])');
    }
    shown.textContent = isFiltered ? `${count} of ${tasks.length}` : '';
  };

  for (const control of [status, tag, words]) control.addEventListener('input', filter);
  addEventListener('beforeprint', () => {
    for (const section of sections) section.open = true;
  });
  controls.hidden = false;
})();
